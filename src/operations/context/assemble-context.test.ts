// What is chosen for a model, what each item is recorded with, and what becomes of questions that are not answered.

import { describe, expect, test } from "vitest";
import type { ChosenContext, ContextItem } from "../../model/records/context-item.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { assembleContext } from "./assemble-context.ts";

const fixture = `-- cart.toy --
def total
  use price
  use rate
def spare
def paid is money
-- money.toy --
def price is money
  use coin
def money
  def cents
-- far/shop.toy --
def main
  use total
-- rate.toy --
def rate
`;

const focus = { file_path: "cart.toy", start_line: 2, end_line: 3 };

async function assembled(kit: ToyWorkspace, input: object = {}): Promise<ChosenContext> {
  return (await perform(kit, assembleContext, { ...focus, ...input })).toJson() as ChosenContext;
}

async function asked(input: object = {}, dials: Partial<ToyDials> = {}, text = fixture): Promise<ChosenContext> {
  await using kit = openToyWorkspace({ fixture: text, dials });
  const chosen = await assembled(kit, input);
  return chosen;
}

function kindsOf({ items }: ChosenContext): Set<string> {
  return new Set(items.map(({ kind }) => kind));
}

function textOf({ items }: ChosenContext, kind?: ContextItem["kind"]): string {
  return items
    .filter((one) => kind === undefined || one.kind === kind)
    .map(({ text }) => text)
    .join("\n");
}

function sentBy(kit: ToyWorkspace): string[] {
  return kit.toy.received.map(({ method }) => method);
}

describe("items", () => {
  test("each says what it is, where it comes from, and how its files were [SYC-27 SYC-28 SYC-29]", async () => {
    await using kit = openToyWorkspace({ fixture });
    const { items } = await assembled(kit);
    expect(items.length).toBeGreaterThan(4);
    for (const { record, id, tokens, text } of items) {
      expect(id).toMatch(/^[0-9a-f]{16}$/);
      expect(tokens).toBe(estimateTokens(text));
      expect(record).toMatchObject({ source: "lsp_semantic", priority: "supporting", purity: "impure", server: "toy" });
      expect(record.query.length).toBeGreaterThan(0);
      expect(new Date(record.queried_at).getTime()).toBe(kit.clock.wall());
      expect(record.files.every(({ modified, stamp }) => modified !== undefined && stamp !== undefined)).toBe(true);
    }
    const price = items.find(({ kind, text }) => kind === "signature" && text.includes("price"));
    expect(price?.record.query).toEqual(["textDocument/hover", "textDocument/definition"]);
    expect(price?.record.files.map(({ file }) => file)).toEqual([kit.path("cart.toy"), kit.path("money.toy")]);
  });

  test("a signature only where the lines do not show it [SYC-30]", async () => {
    expect(textOf(await asked(), "signature")).toBe("money.toy:1 price | def price\nrate.toy:1 rate | def rate");
    const shown = await asked({}, { replies: { "textDocument/hover": { contents: "use price" } } });
    expect(textOf(shown, "signature")).toBe("");
  });

  test("the beginning of what is defined in other files, by its own definition and that of its type [SYC-31]", async () => {
    const definitions = textOf(await asked(), "definition");
    expect(definitions).toContain("money.toy:1-2 price\n1\tdef price is money\n2\t  use coin");
    expect(definitions).toContain("money.toy:3-4 money\n3\tdef money\n4\t  def cents");
    expect(definitions).toContain("rate.toy:1-1 rate\n1\tdef rate");
  });

  test("names of a file that is not in context as a whole [SYC-32]", async () => {
    expect(textOf(await asked(), "outline")).toBe(
      "cart.toy: total, spare, paid\nmoney.toy: price, money\nrate.toy: rate\nfar/shop.toy: main",
    );
    const known = await asked({ already_in_context: ["cart.toy"] });
    expect(textOf(known, "outline")).not.toContain("cart.toy");
  });

  test("problems after a change, or where they are to be fixed, and not otherwise [SYC-33]", async () => {
    expect(kindsOf(await asked()).has("diagnostics")).toBe(false);
    const changed = await asked({ changed_files: ["money.toy", "rate.toy"] });
    expect(textOf(changed, "diagnostics")).toBe(
      "money.toy: 1 problem\n2:7 error unknown | unknown name coin\nrate.toy: no problems",
    );
    expect(changed.items[0]?.record.query).toEqual(["textDocument/diagnostic"]);
    expect(textOf(await asked({ purpose: "fix" }), "diagnostics")).toBe("cart.toy: no problems");
  });

  test("hints inside of lines only if there is room for everything else [SYC-34]", async () => {
    const lines = { start_line: 5, end_line: 5 };
    await using kit = openToyWorkspace({ fixture });
    expect(kindsOf(await assembled(kit, { ...lines, budget: 60 })).has("hints")).toBe(false);
    expect(sentBy(kit)).not.toContain("textDocument/inlayHint");
    expect(textOf(await assembled(kit, lines), "hints")).toMatch(/»\n5\tdef paid«: money» is money$/);
  });

  test("who uses what the lines declare or lie in, as the server lists it", async () => {
    await using kit = openToyWorkspace({ fixture });
    const performed = await perform(kit, assembleContext, focus);
    expect(textOf(performed.toJson() as ChosenContext, "uses")).toBe("total is used by\nfar/shop.toy:2 | use total");
    const uses = (performed.toJson() as ChosenContext).items.find(({ kind }) => kind === "uses");
    // The whole claims nothing of all uses; the record of those that are told does not either.
    expect([performed.standing.state, uses?.record.standing]).toEqual(["complete", "partial"]);
    expect(uses?.record.reasons).toEqual([
      "not_accounted: uses are listed as the server reports them, and were not verified",
    ]);
  });
});

describe("the choice", () => {
  test("is the same for the same input, whatever answers first", async () => {
    const [one, other] = [await asked(), await asked()];
    expect(textOf(one)).toBe(textOf(other));
    expect(one.items.map(({ id }) => id)).toEqual(other.items.map(({ id }) => id));
  });

  test("stays within every budget, and what the lines use comes first", async () => {
    await using kit = openToyWorkspace({ fixture });
    for (const budget of [50, 70, 90, 120, 200, 400]) {
      const { tokens, items, left_out } = await assembled(kit, { budget });
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(left_out > 0).toBe(budget < 200);
      expect(items.some(({ kind, text }) => kind === "signature" && text.includes("price"))).toBe(true);
    }
  });

  test("as text it stays within max_tokens, and says what it left out", async () => {
    await using kit = openToyWorkspace({ fixture });
    const performed = await perform(kit, assembleContext, { ...focus, max_tokens: 90 });
    for (const tokens of [60, 90]) {
      const text = performed.toText({ characters: 5_000, tokens });
      expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
      expect(text).toMatch(/^context for cart\.toy:2-3\n[\s\S]*\(\d+ pieces left out: too many\)$/);
    }
  });

  test("repeats nothing that the host has: files, lines and items", async () => {
    await using kit = openToyWorkspace({ fixture });
    const all = await assembled(kit);
    const withoutFile = await assembled(kit, { already_in_context: ["money.toy", "/elsewhere/x.toy"] });
    expect(textOf(withoutFile)).not.toContain("money.toy");
    const withoutLines = await assembled(kit, { already_in_context: ["money.toy:1-2"] });
    expect(textOf(withoutLines, "definition")).not.toContain("money.toy:1-2");
    expect(textOf(withoutLines, "definition")).toContain("money.toy:3-4");
    const known = all.items.map(({ id }) => id);
    expect((await assembled(kit, { already_in_context: known })).items).toEqual([]);
  });

  test("of a whole file, and lines beyond its end are refused", async () => {
    const whole = await asked({ start_line: undefined, end_line: undefined });
    expect(textOf(whole, "definition")).toContain("money.toy:1-2 price");
    await using kit = openToyWorkspace({ fixture });
    const refused = await refusalOf(perform(kit, assembleContext, { ...focus, start_line: 99, end_line: 100 }));
    expect(refused.code).toBe("bad_input");
  });
});

describe("questions", () => {
  const allowed = new Set(
    "hover definition typeDefinition documentSymbol references signatureHelp inlayHint diagnostic"
      .split(" ")
      .map((name) => `textDocument/${name}`),
  );

  test("are none but those of enrichment, and of diagnostics where they belong to it", async () => {
    await using kit = openToyWorkspace({ fixture, dials: { diagnostics: "pull" } });
    await assembled(kit, { purpose: "fix" });
    const requests = kit.toy.received.filter(({ method }) =>
      /^(?:textDocument|workspace|callHierarchy)\//.test(method),
    );
    const sent = new Set(requests.map(({ method }) => method).filter((method) => !/\/did[A-Z]/.test(method)));
    expect([...sent].filter((method) => !allowed.has(method))).toEqual([]);
    expect(sent.size).toBeGreaterThan(5);
  });

  test.each([
    ["not answered in time", { neverAnswers: ["textDocument/hover"] }, "timed_out", "timed_out"],
    [
      "answered with an error",
      { errors: { "textDocument/hover": { code: -32_603, message: "no" } } },
      "error",
      "target_refused",
    ],
  ] as const)(
    "that are %s are recorded as absent, and nothing takes their place [SYC-07]",
    async (_, dials, outcome, reason) => {
      await using kit = openToyWorkspace({ fixture, dials });
      const performed = await perform(kit, assembleContext, focus);
      const chosen = performed.toJson() as ChosenContext;
      expect(textOf(chosen, "signature")).toBe("");
      expect(new Set(chosen.absent.map((one) => `${one.query} ${one.outcome}`))).toEqual(
        new Set([`textDocument/hover ${outcome}`]),
      );
      expect(textOf(chosen, "definition")).toContain("money.toy:1-2 price");
      expect(performed.standing.reasons.map(({ code }) => code)).toContain(reason);
    },
  );

  test("of what a server has not declared are not sent, and nothing is made up [SYC-50]", async () => {
    const lacks = ["textDocument/hover", "textDocument/definition", "textDocument/typeDefinition"];
    await using kit = openToyWorkspace({ fixture, dials: { lacks } });
    const performed = await perform(kit, assembleContext, focus);
    const chosen = performed.toJson() as ChosenContext;
    expect(sentBy(kit).filter((method) => lacks.includes(method))).toEqual([]);
    expect(new Set(chosen.absent.map(({ query, outcome }) => `${query} ${outcome}`))).toEqual(
      new Set(lacks.map((method) => `${method} unsupported`)),
    );
    expect(textOf(chosen, "signature")).toBe("");
    // Silently: neither the text nor the standing speaks of it.
    expect(performed.standing).toMatchObject({ state: "complete", reasons: [] });
  });

  test("without a server nothing is told, and the call is no failure", async () => {
    await using kit = openToyWorkspace({ fixture, dials: { crashAt: "initialize" } });
    const performed = await perform(kit, assembleContext, focus);
    const { items, absent } = performed.toJson() as ChosenContext;
    expect(items).toEqual([]);
    expect(absent.length).toBeGreaterThan(0);
    expect(absent.every(({ outcome }) => outcome === "unavailable")).toBe(true);
    expect(performed.isEmpty).toBe(true);
    expect(performed.standing.state).toBe("unavailable");
  });
});

test("absences and reasons have an order of their own", async () => {
  const told = async (errors: ToyDials["errors"]): Promise<unknown> => {
    await using kit = openToyWorkspace({ fixture, dials: { errors } });
    const performed = await perform(kit, assembleContext, focus);
    const { absent } = performed.toJson() as ChosenContext;
    expect(absent.length).toBeGreaterThan(3);
    const keys = absent.map(({ about, query }) => `${about}\n${query}`);
    expect(keys).toEqual([...keys].sort());
    return performed.standing.reasons;
  };
  const no = { code: -32_603, message: "no" };
  const errors = { "textDocument/hover": no, "textDocument/definition": no };
  expect(await told(errors)).toEqual(await told(errors));
});

test("what is said to be in context and is not there is told, and what lies elsewhere or is an item is not", async () => {
  await using kit = openToyWorkspace({ fixture });
  const known = ["cart.toy,money.toy", "/elsewhere/a.toy", "0123456789abcdef", "money.toy:1-2"];
  const performed = await perform(kit, assembleContext, { ...focus, already_in_context: known });
  expect((performed.toJson() as ChosenContext).unknown).toEqual(["cart.toy,money.toy"]);
  const text = performed.toText({ characters: 10_000, tokens: undefined });
  expect(text).toContain("(not found, so not in the context: cart.toy,money.toy)");
});

test("the records are figures for the operator as well", async () => {
  await using kit = openToyWorkspace({ fixture });
  const performed = await perform(kit, assembleContext, focus);
  const { items } = performed.toJson() as ChosenContext;
  const { context } = performed.meta(() => "") as { context: { records: object[] } };
  expect(context.records).toEqual(
    items.map(({ id, kind, about, tokens, record }) => ({ id, kind, about, tokens, ...record })),
  );
});
