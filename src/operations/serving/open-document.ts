// `open_document`: makes a server track a file, with the text that is on disk.

import { z } from "zod";
import { display } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import { defineControl } from "../define.ts";

const input = {
  file_path: z.string().min(1),
  text: z.string().optional().describe("Only what is on disk already; a draft shows other texts."),
};

export interface Opened {
  readonly shown: string;
  readonly path: string;
  readonly language: string;
}

export interface OpenedJson {
  readonly message: string;
  readonly file: string;
  readonly language_id: string;
}

export const openDocument = defineControl<"open_document", typeof input, Opened, OpenedJson>({
  name: "open_document",
  title: "Open Document",
  summary: "Open a file in its language server and keep it open.",
  guidance: "Never needed: questions open what they are about, and follow the disk.",
  exposure: "full",
  cli: { command: "open", positional: "file" },
  needs: [],
  input,
  async run({ view, control, patience }, { file_path, text }) {
    if (text !== undefined) {
      const { snapshot, file } = await view.locate(file_path);
      if ((await snapshot.text(file)).text !== text) {
        refuse({
          code: "bad_input",
          what: "text differs from the file.",
          why: "If only the server had this text, its answers would not match the files on disk.",
          next: "Omit text, or try an edit with preview_edit.",
        });
      }
    }
    const { file, language } = await control.openDocument(file_path, patience);
    return { value: { shown: display(view.base, file), path: file, language }, standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: ({ shown, language }) => `Document opened: ${inertLine(shown)} (${language})`,
  toJson: ({ path, language }) => ({ message: `Document opened: ${path}`, file: path, language_id: language }),
  hints: () => [{ operation: "get_diagnostics", why: "what is wrong in it" }],
  examples: [{ title: "Keep a file open", input: { file_path: "src/money.ts" } }],
});
