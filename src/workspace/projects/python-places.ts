// The configuration of a Python server at its start: the interpreter, and the search paths beside the root.

import { ruleOf } from "../coverage/rules.ts";
import { at } from "../../std/json.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parseFilePath } from "../../model/file-path.ts";
import type { FoundServer, InterpreterChoice, ModulePlaces } from "../../session/process/launch.ts";
import { bundledStubs, InstalledModules, sitePackages, usableInterpreter } from "../../session/process/python.ts";
import type { Programs } from "../../session/process/programs.ts";
import type { PythonSources } from "../coverage/python-sources.ts";

export interface PythonPlacesContext {
  readonly host: Host;
  readonly programs: Programs;
  readonly root: FilePath;
  sources(): Promise<PythonSources>;
}

export class PythonPlaces {
  readonly #context: PythonPlacesContext;
  readonly #installed: InstalledModules;

  constructor(context: PythonPlacesContext) {
    this.#context = context;
    this.#installed = new InstalledModules(context.host, context.programs, context.root);
  }

  async choice(server: FoundServer): Promise<InterpreterChoice> {
    const { host, programs, root } = this.#context;
    const choice = await usableInterpreter(host, programs, root);
    if (ruleOf(server.entry)?.isToldModules !== true) return choice;
    return { ...choice, modules: await this.#modules(server, choice) };
  }

  /** The search paths of an interpreter that nothing in the root has chosen. */
  async interpreterModules(): Promise<readonly FilePath[]> {
    const { host, programs, root } = this.#context;
    return this.#installed.directories(await usableInterpreter(host, programs, root));
  }

  async #modules(server: FoundServer, choice: InterpreterChoice): Promise<ModulePlaces> {
    const { host } = this.#context;
    const [sources, typeshed] = await Promise.all([this.#context.sources(), bundledStubs(host, server)]);
    const installed = (await this.#named(sources)) ?? (await this.#installed.directories(choice));
    const stamp = [choice.use, await this.#installed.stamp(installed)].join("\n");
    const extra = this.#told(server) ?? (await this.#extra(server, sources, { installed, typeshed, stamp }));
    return { installed, typeshed, extra, stamp: [stamp, typeshed, ...extra].join("\n") };
  }

  /** Packages of the environment that a configuration names by its place. */
  async #named(sources: PythonSources): Promise<FilePath[] | undefined> {
    const { host, root } = this.#context;
    const { venv } = await sources.config();
    if (venv === undefined) return undefined;
    const found = await sitePackages(host, parseFilePath(venv) ?? joinPath(root, venv));
    return found.length === 0 ? undefined : found;
  }

  /** What the operator has set counts. */
  #told({ entry }: FoundServer): FilePath[] | undefined {
    const { root } = this.#context;
    const told = entry.quirks.searchPaths && at(entry.settings, entry.quirks.searchPaths.setting);
    if (!Array.isArray(told)) return undefined;
    return told.flatMap((path) => (typeof path === "string" ? [parseFilePath(path) ?? joinPath(root, path)] : []));
  }

  async #extra(
    { entry }: FoundServer,
    sources: PythonSources,
    places: Omit<ModulePlaces, "extra">,
  ): Promise<readonly FilePath[]> {
    return entry.quirks.searchPaths === undefined ? [] : (await sources.read(places)).needed;
  }
}
