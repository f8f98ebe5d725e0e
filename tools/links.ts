// Finds links of our documents that lead nowhere: to a file that is not there, or to a heading that it does not have.

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

/** Links in prose; what stands in a block or span of code is none. */
function relativeLinks(text: string): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
    .map((match) => match[1] ?? "")
    .filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link));
}

/** As the common hosts make them: small letters, hyphens for blanks, no other signs. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
