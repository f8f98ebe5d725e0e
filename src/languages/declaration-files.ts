// Files that only declare what a source beside them does: stubs of Python, and declarations written for JavaScript.

/** The ending of a declaration file, and those of the sources that it may speak of. */
const endings: readonly (readonly [string, readonly string[]])[] = [
  [".pyi", [".py"]],
  [".d.ts", [".js", ".jsx"]],
  [".d.mts", [".mjs"]],
  [".d.cts", [".cjs"]],
];

/** The sources that a declaration file may speak of; none where it is no such file. */
export function sourcesBeside<Path extends string>(file: Path): readonly Path[] {
  const [declared, sources] = endings.find(([ending]) => file.endsWith(ending)) ?? ["", []];
  return sources.map((source) => `${file.slice(0, -declared.length)}${source}` as Path);
}

/** The declaration file that users of a source see instead of it, where there is one. */
export function declarationBeside<Path extends string>(file: Path): Path | undefined {
  for (const [declared, sources] of endings) {
    const source = sources.find((ending) => file.endsWith(ending));
    if (source !== undefined) return `${file.slice(0, -source.length)}${declared}` as Path;
  }
  return undefined;
}
