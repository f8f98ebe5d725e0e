// What changed between a query and its use is asked for again, or marked; nothing passes for current that is not.

import { expect, test } from "vitest";
import { LocalEngine } from "../engine/local-engine.ts";
import { stampOf } from "../host/files.ts";
import type { BridgeEvent } from "../model/event.ts";
import { filePath } from "../model/file-path.ts";
import { Emitter } from "../std/emitter.ts";
import type { ToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import type { ToyDials } from "../testing/toy/toy-dials.ts";
import { Roots } from "../workspace/roots.ts";
import type { AssembledItems, InjectedContext, InjectedItem } from "./context-assembler.ts";
import { ContextAssembler } from "./context-assembler.ts";

const fixture = `-- cart.toy --
def total
  use price
-- money.toy --
def price
`;

interface Host {
  readonly kit: ToyWorkspace;
  readonly recorded: InjectedItem[];
  assemble(): Promise<AssembledItems>;
  inject(assembled: AssembledItems): Promise<InjectedContext>;
  now(): string;
}

function open(kit: ToyWorkspace): Host {
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    new Emitter<BridgeEvent>(() => {}),
    () => {},
    () => () => {},
  );
  const recorded: InjectedItem[] = [];
  const now = (): string => new Date(kit.clock.wall()).toISOString();
  const assembler = new ContextAssembler({
    engine,
    now,
    record: (item) => void recorded.push(item),
    stampOf: (file) => stampOf(kit.host.files, filePath(file)),
  });
  const focus = { file: "cart.toy", from: 2, to: 2 };
  return {
    kit,
    recorded,
    now,
    assemble: () => kit.clock.until(assembler.assembleContext({ focus, budget: 1_000 })),
    inject: (assembled) => kit.clock.until(assembler.inject(assembled)),
  };
}

function toy(dials: Partial<ToyDials> = {}): ToyWorkspace {
  return openToyWorkspace({ fixture, dials });
}

function write(kit: ToyWorkspace, file: string, text: string): void {
  kit.clock.advance(5_000);
  kit.host.write(kit.path(file), text);
}

function hovers(kit: ToyWorkspace): number {
  return kit.toy.received.filter(({ method }) => method === "textDocument/hover").length;
}

test("what did not change is handed out as it is, with its files as they were and as they are, and recorded [SYC-35 SYC-53]", async () => {
  await using kit = toy();
  const host = open(kit);
  const assembled = await host.assemble();
  const queried = host.now();
  const asked = hovers(kit);
  kit.clock.advance(60_000);
  const { items, text } = await host.inject(assembled);
  expect(hovers(kit)).toBe(asked);
  expect(items.map(({ id }) => id)).toEqual(assembled.items.map(({ id }) => id));
  for (const { record, files_at_injection, injected_at, freshness } of items) {
    expect(record).toMatchObject({ source: "lsp_semantic", queried_at: queried });
    expect(record.query.length).toBeGreaterThan(0);
    expect(record.files.length).toBeGreaterThan(0);
    expect(record.files.every(({ modified }) => modified !== undefined)).toBe(true);
    expect(files_at_injection).toEqual(record.files);
    expect([injected_at, freshness]).toEqual([host.now(), "fresh"]);
  }
  expect(host.recorded).toEqual(items);
  expect(text).toBe(items.map((one) => one.text).join("\n"));
});

test("what changed is asked for again, and told as it is now [SYC-36 SYC-51]", async () => {
  await using kit = toy();
  const host = open(kit);
  const assembled = await host.assemble();
  const queried = host.now();
  write(kit, "money.toy", "# moved\ndef price\n");
  const { items, text } = await host.inject(assembled);
  expect(text).toContain("money.toy:2 price");
  expect(text).not.toContain("money.toy:1");
  expect(items.every(({ freshness }) => freshness === "fresh")).toBe(true);
  expect(items.every(({ record }) => record.queried_at > queried)).toBe(true);
});

test("what changed and cannot be asked for again is marked, with the time of its query [SYC-37 SYC-51 SYC-55]", async () => {
  const silent: string[] = [];
  await using kit = toy({ neverAnswers: silent });
  const host = open(kit);
  const assembled = await host.assemble();
  const queried = host.now();
  const before = assembled.items.filter(({ kind }) => kind === "signature");
  expect(before).toHaveLength(1);
  write(kit, "money.toy", "# moved\ndef price\n");
  silent.push("textDocument/hover");
  const { items, text } = await host.inject(assembled);
  const stale = items.filter(({ freshness }) => freshness === "potentially_stale");
  expect(stale.map(({ kind }) => kind)).toEqual(["signature"]);
  expect(stale[0]?.record.queried_at).toBe(queried);
  expect(stale[0]?.files_at_injection).not.toEqual(stale[0]?.record.files);
  expect(text).toContain(`(potentially stale: asked at ${queried})\nmoney.toy:1 price | def price`);
  // What was answered again is told as it is now.
  expect(text).toContain("money.toy:2-2 price");
  expect(host.recorded).toEqual(items);
});

test("a file that is gone marks what rested on it, if nothing can be asked at all", async () => {
  await using kit = toy();
  const host = open(kit);
  const assembled = await host.assemble();
  kit.host.remove(kit.path("cart.toy"));
  const { items } = await host.inject(assembled);
  const byFile = (item: InjectedItem): boolean => item.record.files.some(({ file }) => file === kit.path("cart.toy"));
  expect(items.filter(byFile).every(({ freshness }) => freshness === "potentially_stale")).toBe(true);
  expect(items.filter(byFile).length).toBeGreaterThan(0);
  expect(items.filter((item) => !byFile(item)).every(({ freshness }) => freshness === "fresh")).toBe(true);
});

test("without a server there is nothing to tell, and no failure", async () => {
  await using kit = toy({ crashAt: "initialize" });
  const host = open(kit);
  const assembled = await host.assemble();
  expect(assembled.items).toEqual([]);
  expect(assembled.absent.length).toBeGreaterThan(0);
  expect(await host.inject(assembled)).toMatchObject({ items: [], text: "" });
});
