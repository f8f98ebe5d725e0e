import { Cart, Item } from "./cart.js";
import { checkout } from "./checkout.js";
import { equal } from "./expect.js";

export function testTotal(): void {
  const cart = new Cart("EUR").put(new Item("tea", { cents: 350, currency: "EUR" }, 2));
  equal(cart.price().cents, 700);
}

export function testLoyal(): void {
  const cart = new Cart("EUR").put(new Item("cup", { cents: 900, currency: "EUR" }));
  equal(checkout(cart, true), "8.10 EUR");
}
