// Files that only declare what a source beside them does: stubs of Python, and declarations written for JavaScript.

const sources: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.pyi$/, [".py"]],
  [/\.d\.ts$/, [".js", ".jsx"]],
  [/\.d\.mts$/, [".mjs"]],
  [/\.d\.cts$/, [".cjs"]],
];

/** The sources that a declaration file may speak of; none where it is no such file. */
export function sourcesBeside<Path extends string>(file: Path): readonly Path[] {
  const [ending, others = []] = sources.find(([pattern]) => pattern.test(file)) ?? [];
  return ending === undefined ? [] : others.map((other) => file.replace(ending, other) as Path);
}
