// Absolute, normalised file paths, and the questions that may be asked of them without touching a disk.
//
// Invariant: a FilePath is absolute, has no `.` or `..` or doubled separator, no trailing separator (but for a
// file-system root), and on Windows an upper-case drive letter. Separators are `/` everywhere inside.
// Invariant: containment is decided by whole components, so `/root-evil` is not inside `/root`.

declare const brand: unique symbol;
export type FilePath = string & { readonly [brand]: "FilePath" };

/** Normalises an absolute path. Returns undefined for anything that is not one. */
export function parseFilePath(raw: string): FilePath | undefined {
  if (raw.includes("\0")) return undefined;
  const drive = /^([A-Za-z]):[\\/]/.exec(raw);
  if (drive?.[1] !== undefined) {
    const rest = components(raw.slice(3).replaceAll("\\", "/"));
    return rest && asPath(`${drive[1].toUpperCase()}:/${rest.join("/")}`);
  }
  if (!raw.startsWith("/")) return undefined;
  const parts = components(raw);
  return parts && asPath(`/${parts.join("/")}`);
}

/** For paths that are absolute by construction; anything else is a defect of the caller. */
export function filePath(raw: string): FilePath {
  const parsed = parseFilePath(raw);
  if (parsed === undefined) throw new TypeError(`not an absolute path: ${JSON.stringify(raw)}`);
  return parsed;
}

export function joinPath(base: FilePath, ...more: readonly string[]): FilePath {
  return filePath([base, ...more].join("/"));
}

export function parentOf(path: FilePath): FilePath | undefined {
  const cut = path.lastIndexOf("/");
  const root = path.startsWith("/") ? "/" : path.slice(0, 3);
  if (path === root) return undefined;
  return asPath(cut < root.length ? root : path.slice(0, cut));
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function isInside(root: FilePath, path: FilePath): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** Relative to the root with `/` separators, `.` for the root itself; undefined when outside. */
export function relativeTo(root: FilePath, path: FilePath): string | undefined {
  if (path === root) return ".";
  if (!isInside(root, path)) return undefined;
  return path.slice(root.endsWith("/") ? root.length : root.length + 1);
}

/** The directory of a reader inside a root: paths in the root are shown as they can be typed from there. */
export interface Vantage {
  readonly from: FilePath;
  readonly root: FilePath;
  /** Where the paths of a patch begin: the top of the checkout, from which git counts them wherever it is run. */
  readonly patch: FilePath;
}

/** What paths are shown relative to: a root, or where a reader stands in it. */
export type Base = FilePath | Vantage;

/** How a person or agent reads the path: relative where it is inside. */
export function display(base: Base, path: FilePath): string {
  if (typeof base === "string") return relativeTo(base, path) ?? path;
  return relativeTo(base.from, path) ?? upwards(base, path) ?? path;
}

/** The directories from the file's own up to and including `limit` (or the file-system root). */
export function ancestors(path: FilePath, limit?: FilePath): FilePath[] {
  const found: FilePath[] = [];
  for (let here = parentOf(path); here !== undefined; here = parentOf(here)) {
    found.push(here);
    if (here === limit) break;
  }
  return found;
}

/** `../..` and the rest of the way; undefined for what is outside of the root. */
function upwards({ from, root }: Vantage, path: FilePath): string | undefined {
  if (!isInside(root, path) || !isInside(root, from)) return undefined;
  const above = ancestors(from, root);
  const steps = above.findIndex((directory) => isInside(directory, path)) + 1;
  const [common] = above.slice(steps - 1);
  const rest = common === undefined || common === path ? [] : [relativeTo(common, path)];
  return [...Array.from({ length: steps }, () => ".."), ...rest].join("/");
}

function components(raw: string): string[] | undefined {
  const parts: string[] = [];
  for (const part of raw.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return parts;
}

function asPath(value: string): FilePath {
  return value as FilePath;
}
