import type { Cart } from "./cart.js";

export function receipt(cart: Cart): string {
  const paid: number = format(cart.price());
  return `Paid ${paid}`;
}
