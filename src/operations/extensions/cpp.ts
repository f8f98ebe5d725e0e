// What C and C++ add: the way between a source file and its header.

import { z } from "zod";
import type { FilePath } from "../../model/file-path.ts";
import type { Answer } from "../../model/standing.ts";
import { defineQuery } from "../define.ts";
import { shownPath } from "../foreign-text.ts";
import { defineExtension } from "./define-extension.ts";

interface Counterpart {
  readonly file: string;
  /** Absolute, and as a reader should see it; none where there is no such file. */
  readonly other: { readonly path: FilePath; readonly shown: string } | undefined;
}

export const cppExtension = defineExtension(
  "cpp",
  () => ({
    operations: [
      defineQuery({
        name: "cpp_switch_source_header",
        title: "Switch Source and Header",
        summary: "Find the header of a C or C++ source file, or the source file of a header.",
        guidance: "By what is declared and defined in them, not by their names alone.",
        exposure: "core",
        cli: { command: "cpp_switch_source_header", positional: "file" },
        needs: ["textDocument/switchSourceHeader"],
        input: { file_path: z.string().min(1) },
        async run({ view, patience }, { file_path }): Promise<Answer<Counterpart>> {
          const { snapshot, file } = await view.locate(file_path);
          const { value, standing } = await snapshot.sourceOrHeader(file, patience);
          const other = value === undefined ? undefined : { path: value, shown: shownPath(snapshot.base, value) };
          return { value: { file: shownPath(snapshot.base, file), other }, standing };
        },
        isEmpty: ({ other }) => other === undefined,
        toText: ({ file, other }) =>
          other === undefined ? `The server knows no header or source file that belongs to ${file}.` : other.shown,
        toJson: ({ other }) => ({ file: other?.path ?? null }),
        hints: ({ other }) =>
          other === undefined
            ? [{ operation: "go_to_definition", why: "where something declared here is defined" }]
            : [{ operation: "list_symbols", why: "what is in it" }],
        examples: [],
      }),
    ],
    resources: [
      {
        name: "cpp-counterpart",
        title: "Header or source file",
        description: "The header of a C or C++ source file, or the source file of a header.",
        about: "file",
        operation: "cpp_switch_source_header",
      },
    ],
    subscriptions: ["cpp-counterpart"],
  }),
  { alsoFor: ["c"] },
);
