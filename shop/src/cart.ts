import { add, times } from "./money.js";
import type { Money } from "./money.js";

export interface Priced {
  price(): Money;
}

export class Item implements Priced {
  readonly name: string;
  readonly #unit: Money;
  readonly #count: number;

  constructor(name: string, unit: Money, count = 1) {
    this.name = name;
    this.#unit = unit;
    this.#count = count;
  }

  price(): Money {
    return times(this.#unit, this.#count);
  }
}

export class Cart implements Priced {
  readonly #items: Priced[] = [];
  readonly #currency: string;

  constructor(currency: string) {
    this.#currency = currency;
  }

  put(item: Priced): this {
    this.#items.push(item);
    return this;
  }

  price(): Money {
    return this.#items.reduce((sum, item) => add(sum, item.price()), { cents: 0, currency: this.#currency });
  }
}
