// A project whose files belong to a server of the test kit, named in an operator's configuration file.

import { ownScript } from "../../src/host/own-script.ts";
import type { SettingsInput } from "../../src/config/settings.ts";
import type { ServerEntry } from "../../src/catalog/entry.ts";
import { toyEntry } from "../../src/testing/kits/kit.ts";
import type { ToyDials } from "../../src/testing/toy/toy-dials.ts";
import type { Project } from "./project.ts";
import { project } from "./project.ts";

export interface Served extends Project {
  /** Options by which a door finds the server. */
  readonly options: readonly string[];
  /** Where the cursor of the fixture is, as a tool is told. */
  readonly at: { readonly file_path: string; readonly line: number; readonly column: number };
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ServedChoices {
  readonly entry?: Partial<ServerEntry>;
  readonly settings?: SettingsInput;
  /** Handles `.fine` files, beside the one in question. */
  readonly beside?: Program;
}

const small = "-- a.toy --\ndef «^»apple\n-- b.toy --\nuse apple\nuse apple\n";

/** The program is what handles `.toy` files; nothing in the catalogue does. */
export function served(program: Program, choices: ServedChoices = {}, fixture = small): Served {
  const made = project(fixture);
  const { launch: _launch, proven: _proven, ...entry } = { ...toyEntry, ...choices.entry };
  const { beside, settings = {} } = choices;
  const servers = [
    { ...entry, language: "toy", extensions: ["toy"], ...program },
    ...(beside === undefined ? [] : [{ ...entry, id: "fine", language: "fine", extensions: ["fine"], ...beside }]),
  ];
  made.write("../servers.json", JSON.stringify({ servers, settings }));
  const { file, span } = made.fixture.cursor;
  return { ...made, options: ["--root", ".", "--config", "../servers.json"], at: { file_path: file, ...span.start } };
}

/** The toy language server, which does everything right but for what its dials say. */
export function toyProgram(dials: Partial<ToyDials> = {}): Program {
  return { command: process.execPath, args: [ownScript("testing/toy/toy-main"), JSON.stringify(dials)] };
}
