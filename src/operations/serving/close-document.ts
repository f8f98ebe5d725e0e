// `close_document`: closes a file that a caller had opened.

import { z } from "zod";
import { display } from "../../model/file-path.ts";
import { standingOf } from "../../model/standing.ts";
import { inertLine } from "../../render/inert.ts";
import { defineControl } from "../define.ts";

const input = { file_path: z.string().min(1) };

export interface Closed {
  readonly shown: string;
  readonly path: string;
  readonly wasOpen: boolean;
}

export interface ClosedJson {
  readonly message: string;
  readonly file: string;
  readonly was_open: boolean;
}

export const closeDocument = defineControl<"close_document", typeof input, Closed, ClosedJson>({
  name: "close_document",
  title: "Close Document",
  summary: "Close a file in its language server.",
  guidance: "Never needed: unused documents are closed to make room.",
  exposure: "full",
  cli: { command: "close", positional: "file" },
  needs: [],
  input,
  async run({ view, control }, { file_path }) {
    const { file, wasOpen } = await control.closeDocument(file_path);
    return { value: { shown: display(view.base, file), path: file, wasOpen }, standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: ({ shown, wasOpen }) => `Document closed: ${inertLine(shown)}${wasOpen ? "" : " (it was not open)"}`,
  toJson: ({ path, wasOpen }) => ({ message: `Document closed: ${path}`, file: path, was_open: wasOpen }),
  hints: () => [{ operation: "open_document", why: "to have it open again" }],
  examples: [{ title: "Let go of a file", input: { file_path: "src/money.ts" } }],
});
