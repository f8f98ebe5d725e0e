// Marks the impossible: a defect of ours, never an expected outcome.

/** Thrown when an invariant of ours does not hold. It carries no advice, because the caller did nothing wrong. */
export class Defect extends Error {
  override readonly name = "Defect";
}

export function bug(message: string): never {
  throw new Defect(message);
}
