// A question of coverage about files that are only named, so that a test of a rule is a list of names.

import { display, filePath, joinPath } from "../model/file-path.ts";
import type { Coverage, CoverageQuestion } from "../workspace/coverage-question.ts";

export interface CoverageCase {
  /** Names of files; with `=` and a text where it matters. */
  readonly files: readonly string[];
  readonly asked: string;
  readonly open?: readonly string[];
  readonly folders?: readonly string[];
}

export interface CoverageTexts {
  readonly reasons: readonly string[];
  /** Each project, with the documents by which it would be loaded. */
  readonly anchors: readonly string[];
}

const root = filePath("/r");

/** What a rule finds out, in words. */
export async function coverageTexts(
  rule: (question: CoverageQuestion) => Promise<Coverage>,
  { files, asked, open = [], folders = [] }: CoverageCase,
): Promise<CoverageTexts> {
  const texts = new Map(
    files.map((file) => {
      const [name = "", ...text] = file.split("=");
      return [joinPath(root, name), text.join("=")] as const;
    }),
  );
  const { reasons, anchors } = await rule({
    root,
    file: joinPath(root, asked),
    open: open.map((name) => joinPath(root, name)),
    folders: folders.map((name) => joinPath(root, name)),
    files: [...texts.keys()],
    title: "The server",
    env: {},
    machine: { platform: "linux", arch: "x64" },
    read: async (path) => texts.get(path),
    parsed: async (path, parse) => {
      const text = texts.get(path);
      return text === undefined ? undefined : parse(text);
    },
  });
  return {
    reasons: reasons.map(({ code, detail }) => `${code}: ${detail}`),
    anchors: anchors.map((anchor) => {
      const candidates = anchor.by === "folder" ? [] : anchor.candidates.map((path) => display(root, path));
      return [display(root, anchor.project), ...candidates].join(" ");
    }),
  };
}
