import { Cart, Item } from "./cart.js";
import { loyal } from "./discount.js";
import { format } from "./money.js";

export function checkout(cart: Cart, isLoyal: boolean): string {
  const due = isLoyal ? loyal(cart) : cart;
  return format(due.price());
}

export function main(): string {
  const euro = (cents: number) => ({ cents, currency: "EUR" });
  const cart = new Cart("EUR").put(new Item("tea", euro(350), 2)).put(new Item("cup", euro(900)));
  return checkout(cart, true);
}
