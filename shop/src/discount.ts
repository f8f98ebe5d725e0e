import type { Priced } from "./cart.js";
import { times } from "./money.js";
import type { Money } from "./money.js";

/** Takes a share off whatever it wraps. */
export class Discounted implements Priced {
  readonly #whole: Priced;
  readonly #share: number;

  constructor(whole: Priced, share: number) {
    this.#whole = whole;
    this.#share = share;
  }

  price(): Money {
    return times(this.#whole.price(), 1 - this.#share);
  }
}

export function loyal(whole: Priced): Priced {
  return new Discounted(whole, 0.1);
}
