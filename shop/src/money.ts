/** An amount in the smallest unit of its currency. */
export interface Money {
  readonly cents: number;
  readonly currency: string;
}

/** The sum of two amounts of one currency. */
export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError("two currencies do not add up");
  return { cents: a.cents + b.cents, currency: a.currency };
}

export function times(amount: Money, factor: number): Money {
  return { cents: Math.round(amount.cents * factor), currency: amount.currency };
}

export function format({ cents, currency }: Money): string {
  return `${(cents / 100).toFixed(2)} ${currency}`;
}
