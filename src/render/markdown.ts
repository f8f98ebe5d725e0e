// Makes a server's markdown harmless and keeps it readable: no live link, no image, no HTML, no hidden character.
//
// Invariant: what stands in code is left as it is, because no reader follows a link there.

import { inert } from "./inert.ts";

export function inertMarkdown(markdown: string): string {
  let fence: string | undefined;
  const lines = inert(markdown.replaceAll(/\r\n?/g, "\n")).split("\n");
  const blocks: string[] = [];
  let prose: string[] = [];
  const endProse = (): void => {
    if (prose.length > 0) blocks.push(withoutLinks(prose.join("\n")));
    prose = [];
  };
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) {
      endProse();
      fence = mark;
      blocks.push(line);
    } else if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
      blocks.push(line);
    } else prose.push(line);
  }
  endProse();
  return tidied(blocks.join("\n"));
}

/** What a hover says first: its first block of code, or else its first line. */
export function firstCode(markdown: string): string {
  const lines = markdown.split("\n");
  const fences = lines.map((line) => /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]);
  const start = fences.findIndex((fence) => fence !== undefined);
  const fence = fences[start];
  // A block that is never closed goes on to the end.
  const end = fences.findIndex((one, at) => at > start && fence !== undefined && one?.startsWith(fence) === true);
  const code = fence === undefined ? "" : lines.slice(start + 1, end < 0 ? undefined : end).join("\n");
  return (code.trim() === "" ? (lines.find((line) => line.trim() !== "") ?? "") : code).trim();
}

// — below: private, in the order they are used —

/** An escaped character or a span of code, which stay as they are; or something live. */
const pieces =
  /\\[\s\S]|(?<code>(?<!`)(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`))|!?\[(?<text>(?:[^[\]]|\[[^[\]]*\])*)\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\]\n]*\])|^ {0,3}\[[^\]\n\r\u2028\u2029]+\]:.*$|<?(?<url>[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>)\]`]+)>?|<(?=[a-z/!?])/gim;

function withoutLinks(text: string): string {
  return text.replaceAll(pieces, (whole, ...rest) => {
    const { code, text: label, url } = rest.at(-1) as Record<string, string | undefined>;
    if (code !== undefined || whole.startsWith("\\")) return whole;
    // A link of another kind may stand in the words of a link.
    if (label !== undefined) return withoutLinks(label);
    if (url !== undefined) return `\`${url}\``;
    return whole === "<" ? "\\<" : "";
  });
}

/** Two empty lines say no more than one, and those at the ends nothing. */
function tidied(text: string): string {
  return text
    .replaceAll(/\n[ \t]*\n(?:[ \t]*\n)+/g, "\n\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}
