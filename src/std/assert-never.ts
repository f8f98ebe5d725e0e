// Makes the compiler prove that a union has been handled completely.

export function assertNever(value: never): never {
  throw new Error(`unreachable value: ${JSON.stringify(value)}`);
}
