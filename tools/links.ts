// Finds links of our documents that lead nowhere: to a file that is not there, or to a heading that it does not have; and
// paths in spans of code that name nothing.

import { posix } from "node:path";

import type { TextFile } from "./tree.ts";

/** Each dead link as `README.md: docs/gone.md`. `exists` is asked about paths from the top of the repository. */
export function deadLinks(files: readonly TextFile[], exists: (path: string) => boolean): string[] {
  const documents = files.filter(({ path }) => path.endsWith(".md"));
  return documents.flatMap(({ path, text }) =>
    relativeLinks(text)
      .filter((link) => !leadsSomewhere(link, path, documents, exists))
      .map((link) => `${path}: ${link}`),
  );
}

/**
 * Each path in a span of code that is not there, as `CONTRIBUTING.md: gone/file.ts`, for the documents that say where in the
 * tree a thing belongs. A path begins at the top of the repository, in `src/` or, for what is known of a language, in
 * `src/languages/`. A span without a slash is a name, and what begins with a dot is made by our tools.
 */
export function deadPaths(files: readonly TextFile[], exists: (path: string) => boolean): string[] {
  return files
    .filter(({ path }) => maps.includes(path))
    .flatMap(({ path, text }) =>
      pathsIn(text)
        .filter((named) => !homes.some((home) => exists(`${home}${named}`)))
        .map((named) => `${path}: ${named}`),
    );
}

// — below: private, in the order they are used —

function leadsSomewhere(
  link: string,
  from: string,
  documents: readonly TextFile[],
  exists: (path: string) => boolean,
): boolean {
  const [file = "", heading] = decodeURI(link).split("#");
  const target = file === "" ? from : posix.normalize(posix.join(posix.dirname(from), file));
  if (target.startsWith("..") || !exists(target)) return false;
  if (heading === undefined) return true;
  const text = documents.find(({ path }) => path === target)?.text ?? "";
  return [...text.matchAll(/^#+ +(.+)$/gm)].some((match) => anchorOf(match[1] ?? "") === heading);
}

const maps = ["ARCHITECTURE.md", "CONTRIBUTING.md"];
const homes = ["", "src/", "src/languages/"];

/** Files and folders (`names/`) that a span of code names. */
function pathsIn(text: string): string[] {
  const spans = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
  return spans.filter((span) => /^\w[\w.-]*\/(?:[\w.-]+\/)*(?:[\w.-]+\.\w+)?$/.test(span));
}

/** Links in prose; what stands in a block or span of code is none. */
function relativeLinks(text: string): string[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
    .map((match) => match[1] ?? "")
    .filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link));
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
}

/** As the common hosts make them: small letters, hyphens for blanks, no other signs. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
