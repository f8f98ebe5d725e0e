// `did_change_watched_files`: reports changed files by hand, where no watcher can see them.

import { counted } from "../../std/words.ts";
import { z } from "zod";
import { isExternal } from "../../model/code-facts.ts";
import { refuse } from "../../model/refusal.ts";
import { standingOf } from "../../model/standing.ts";
import { fromUri } from "../../protocol/uri.ts";
import { defineControl } from "../define.ts";

const input = {
  changes: z
    .array(z.strictObject({ uri: z.string().min(1), type: z.int().min(1).max(3) }))
    .max(10_000)
    .describe("uri: a file URI or a path. type: 1 created, 2 changed, 3 deleted."),
};

export interface ReportedChanges {
  readonly files: number;
}

export interface ReportedChangesJson {
  readonly message: string;
  readonly files: number;
}

export const didChangeWatchedFiles = defineControl<
  "did_change_watched_files",
  typeof input,
  ReportedChanges,
  ReportedChangesJson
>({
  name: "did_change_watched_files",
  title: "Report Changed Files",
  summary: "Report changed files to the language servers by hand.",
  guidance: "Never needed in ordinary work: the disk is watched. The disk has the last word on what has happened.",
  exposure: "full",
  cli: { command: "files-changed", positional: "none" },
  needs: [],
  input,
  async run({ control }, { changes }) {
    const reported = changes.map(({ uri, type }) => ({
      path: pathOf(uri),
      kind: (["created", "changed", "deleted"] as const)[type - 1] ?? "changed",
    }));
    await control.filesChanged(reported);
    return { value: { files: changes.length }, standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: ({ files }) => `File change notifications sent (${counted(files, "file")})`,
  toJson: ({ files }) => ({ message: "File change notifications sent", files }),
  hints: () => [{ operation: "get_diagnostics", why: "what is wrong now" }],
  examples: [
    {
      title: "A file was written where no watcher sees it",
      input: { changes: [{ uri: "src/money.ts", type: 2 }] },
    },
  ],
});

function pathOf(uri: string): string {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(uri)) return uri;
  const file = fromUri(uri);
  if (!isExternal(file)) return file;
  return refuse({
    code: "bad_input",
    what: `${uri} is not a file on this machine.`,
    next: "Give a file URI or a path.",
  });
}
