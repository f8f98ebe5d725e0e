// The page of everything that the product says, room by room, so that a reader can judge it without reading the source.

import { type Message, messagesIn } from "./messages.ts";
import { rooms } from "./rooms.ts";
import { layers } from "./layers.ts";
import { isTest, readTree, type TextFile } from "./tree.ts";

export function messagesPage(root: string): string {
  return pageOf(readTree(root).filter(isSpeaking));
}

export function pageOf(files: readonly TextFile[]): string {
  const byFolder = new Map<string, string[]>();
  for (const { path, text } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const lines = messagesIn(path, text).map(messageLine);
    if (lines.length === 0) continue;
    const folder = path.slice(0, path.lastIndexOf("/"));
    const section = [`### ${path.slice(folder.length + 1)}`, "", ...new Set(lines), ""];
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...section]);
  }
  return [
    introduction,
    ...[...byFolder].map(([folder, lines]) => `## \`${folder}/\`${purposeOf(folder)}\n\n${lines.join("\n")}`),
  ].join("\n");
}

// — below: private, in the order they are used —

/** Test kits speak to tests, and the list of languages to routing. What is generated from types holds no sentences. */
function isSpeaking({ path }: TextFile): boolean {
  const isSilent = /^src\/(?:testing\/|catalog\/languages\.ts|operations\/script\/result-types\.ts)/.test(path);
  return !isSilent && path.startsWith("src/") && path.endsWith(".ts") && !isTest(path);
}

const introduction = `# Messages

Everything that Sightline says to agents and people, generated from the sources by \`node tools/run.mjs tools/gen.ts --write\`.

A refusal and a reason begin with their code. A hole of a template is shown as \`{name}\`, a choice inside of a sentence as \`{is|are}\`, and
several whole forms are separated by \` / \`. Other texts begin with the property or the function that takes them. The command line replaces names
of operations and arguments by its own words (\`src/doors/cli/contract-words.ts\`). Descriptions of operations are in
[operations.md](operations.md), those of settings in [settings.md](settings.md).
`;

function purposeOf(folder: string): string {
  const name = folder.replace("src/", "");
  const purpose =
    rooms.find((room) => room.folder === name)?.purpose ?? layers.find((layer) => layer.folder === name)?.purpose;
  return purpose === undefined ? "" : `: ${purpose}`;
}

function messageLine({ code, parts }: Message): string {
  const [first] = parts;
  if (code === undefined && parts.length === 1 && first !== undefined && first[0] !== "what" && first[0] !== "detail") {
    return `- ${first[0]}: ${formsText(first[1])}`;
  }
  const texts = parts.map(([field, forms]) =>
    field === "what" || field === "detail" ? formsText(forms) : `*${field}:* ${formsText(forms)}`,
  );
  return `- ${code === undefined ? "" : `\`${code}\` `}${texts.join(" ")}`;
}

function formsText(forms: readonly string[]): string {
  return forms.map(inMarkdown).join(" / ");
}

/** Signs that Markdown would take for its own. */
function inMarkdown(text: string): string {
  return text.replaceAll("\n", "↵").replaceAll(/[<>*_`[\]]/g, (sign) => `\\${sign}`);
}
