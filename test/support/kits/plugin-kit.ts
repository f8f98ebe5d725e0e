// A plugin on a machine in memory whose one language is served by the toy.

import type { ServerEntry } from "../../../src/catalog/entry.ts";
import { makeCatalog } from "../../../src/catalog/table.ts";
import type { TaskNotification } from "../../../src/doors/plugin/agent-events.ts";
import type { HookContexts, NotificationContext } from "../../../src/doors/plugin/hooks.ts";
import { LspPlugin } from "../../../src/doors/plugin/lsp-plugin.ts";
import type { LspPluginOptions } from "../../../src/doors/plugin/options.ts";
import type { StateChange } from "../../../src/doors/plugin/server-lives.ts";
import { MemoryHost } from "../../../src/host/memory/memory.ts";
import { joinPath } from "../../../src/model/file-path.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { toyCommand, toyEntry, toyRoot } from "../../../src/testing/kits/kit.ts";
import { StepClock } from "../../../src/testing/step-clock.ts";
import type { DialsOrChoice } from "../../../src/testing/toy/toy.ts";
import { Toy } from "../../../src/testing/toy/toy.ts";
import { toyLanguage } from "./workspace-kit.ts";

export interface PluginChoices {
  readonly fixture?: string;
  readonly dials?: DialsOrChoice;
  readonly entry?: Partial<ServerEntry>;
  readonly options?: Partial<LspPluginOptions>;
  /** The server is not on the machine. */
  readonly isMissing?: boolean;
}

const small = "-- a.toy --\ndef «^»apple\n-- b.toy --\nuse apple\n";

export class PluginKit implements AsyncDisposable {
  readonly clock = new StepClock();
  readonly host = new MemoryHost({ clock: this.clock });
  readonly fixture: Fixture;
  readonly toy: Toy;
  readonly plugin: LspPlugin;
  readonly heard: NotificationContext[] = [];
  readonly events: TaskNotification[] = [];
  readonly states: StateChange[] = [];

  constructor({ fixture = small, dials = {}, entry = {}, options = {}, isMissing = false }: PluginChoices = {}) {
    this.fixture = parseFixture(fixture);
    for (const [file, text] of this.fixture.files) this.host.files.write(joinPath(toyRoot, file), text);
    this.toy = new Toy(this.host, dials);
    if (!isMissing) this.host.files.write(toyCommand, "the toy");
    this.host.processes.program(toyCommand, this.toy.program);
    this.clock.advance(1_000);
    const catalog = makeCatalog({ languages: [toyLanguage], servers: [{ ...toyEntry, ...entry }], decided: [] });
    const { host } = this;
    this.plugin = new LspPlugin({
      directory: toyRoot,
      exact: true,
      trusted: true,
      host,
      catalog,
      languages: ["toy"],
      ...options,
    });
    this.plugin.hooks.on("Notification", (context) => void this.heard.push(context));
    this.plugin.onEvent((event) => this.events.push(event));
    this.plugin.onState((change) => this.states.push(change));
  }

  /** Also lets happen whatever follows at once. */
  async until<T>(work: Promise<T>): Promise<T> {
    const result = await this.clock.until(work);
    await this.clock.pass(0);
    return result;
  }

  start(): Promise<void> {
    return this.until(this.plugin.start());
  }

  names(): string[] {
    return this.plugin.tools().map(({ name }) => name);
  }

  call(name: string, args: object = this.at): ReturnType<ReturnType<LspPlugin["tools"]>[number]["call"]> {
    const tool = this.plugin.tools().find((one) => one.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    return this.until(tool.call(args));
  }

  /** The cursor of the fixture. */
  get at(): object {
    const { file, span } = this.fixture.cursor;
    return { file_path: file, ...span.start };
  }

  /** A tool of the agent writes, and its hooks are run. */
  async write(file: string, text: string, tool_name = "vfs_write", args: object = { path: file }): Promise<void> {
    const context = { tool_name, arguments: args as HookContexts["PreToolUse"]["arguments"] };
    await this.until(this.plugin.hooks.run("PreToolUse", context));
    this.host.write(joinPath(toyRoot, file), text);
    await this.until(this.plugin.hooks.run("PostToolUse", context));
  }

  async remove(file: string): Promise<void> {
    this.host.remove(joinPath(toyRoot, file));
    await this.until(this.plugin.hooks.run("PostToolUse", { tool_name: "vfs_rm", arguments: { path: file } }));
  }

  settled(): Promise<void> {
    return this.until(this.plugin.settled());
  }

  /** The messages about documents that the server received, by the end of the file's name. */
  documents(file: string): { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[] {
    return this.toy.received.flatMap(({ method, params }) => {
      const isMeant = method.startsWith("textDocument/did") && JSON.stringify(params).includes(`/${file}"`);
      return isMeant ? [{ method, params: params as Readonly<Record<string, unknown>> }] : [];
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.clock.until(this.plugin.close());
  }
}
