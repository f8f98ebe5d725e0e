// The comparison with peers reads every product's answers as they are written, and counts a loss of ours as one.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adapters } from "../../bench/peers/adapters.ts";
import { wordFor } from "../../bench/peers/cold.ts";
import { lossesOf } from "../../bench/peers/losses.ts";
import type { AskedSymbol } from "../../bench/peers/question.ts";
import { judge } from "../../bench/peers/question.ts";
import { PeerSamples } from "../../bench/peers/samples.ts";

const symbol: AskedSymbol = {
  name: "total",
  declared: { file: "src/cart.ts", line: 3, column: 17 },
  use: { file: "src/view.ts", line: 8, column: 5 },
  useLine: "x = total(1);",
  truth: new Set(["src/view.ts:8", "src/view.ts:9", "test/cart.ts:2"]),
  neutral: new Set(["src/cart.ts:3"]),
};
const root = "/tmp/shop";

const answers: readonly (readonly [product: string, text: string])[] = [
  [
    "sightline",
    "3 references in 2 files to src/cart.ts:3:17  export function total() {\nsrc/view.ts\n  8:5  x = total(1);\n  9:5  y = total(2);\ntest/cart.ts\n  2:3  total(0);\nNext: find_callers.",
  ],
  ["sightline", "Standing: partial — indexing\n3 references in 2 files\nsrc/view.ts: 8 9\ntest/cart.ts: 2"],
  [
    "cclsp",
    "Results for total (function) at /tmp/shop/src/cart.ts:3:17:\n/tmp/shop/src/cart.ts:3:17\n/tmp/shop/src/view.ts:8:5\n/tmp/shop/src/view.ts:9:5\n/tmp/shop/test/cart.ts:2:3\n\nResults for subtotal (function) at /tmp/shop/src/cart.ts:7:17:\n/tmp/shop/src/other.ts:1:1",
  ],
  [
    "serena",
    JSON.stringify({
      "src/view.ts": {
        Function: [
          { name_path: "show", content_around_reference: "...   6:\n  >   7:x = total(1);\n...   8:y" },
          { name_path: "show", content_around_reference: "  >   8:y = total(2);" },
        ],
      },
      "test/cart.ts": { File: [{ content_around_reference: "  >   1:total(0);" }] },
    }),
  ],
  [
    "gopls-mcp",
    "The object has 3 references.\nReference 1\nLocated in the file: /tmp/shop/src/view.ts\nThe reference is located on line 7, which has content `x`\n\nReference 2\nLocated in the file: /tmp/shop/src/view.ts\nThe reference is located on line 8, which has content `y`\n\nReference 3\nLocated in the file: /tmp/shop/test/cart.ts\nThe reference is located on line 1, which has content `z`",
  ],
];

test.each(answers)("an answer of %s gives the lines that it names", (product, text) => {
  const adapter = adapters.find(({ id }) => id === product);
  const facts = adapter?.facts(text, root, symbol) ?? new Set();
  expect([...facts].filter((fact) => !symbol.neutral.has(fact)).sort()).toEqual([...symbol.truth].sort());
});

test("an answer that leaves uses out is silently partial only if it does not say so", () => {
  const judged = judge(new Set(["src/view.ts:8", "src/cart.ts:3"]), symbol);
  const reply = { ms: 1, outcome: "answer", text: "" } as const;
  expect(judged).toMatchObject({ found: 1, right: 1, isComplete: false });
  expect(wordFor(reply, judged, "")).toBe("silently partial");
  expect(wordFor(reply, judged, "Standing: partial — indexing")).toBe("partial, and says so");
});

test("a faster peer is a loss with our recall and no comparison with less", () => {
  const ask = (arm: string, ms: number, right: number): object => ({
    ...{ part: "ask", subject: "shop", arm, kind: "references", ms, outcome: "answer" },
    ...{ found: right, right, truth: 4, tokens: 10 * right },
  });
  const rows = [
    { part: "subject", subject: "shop", title: "shop" },
    ...["sightline", "whole", "half"].map((arm) => ({ part: "arm", arm, title: arm, isThere: true })),
    ask("sightline", 20, 4),
    ask("whole", 10, 4),
    ask("half", 5, 2),
  ];
  const losses = lossesOf(new PeerSamples(rows.map((row) => JSON.stringify(row)).join("\n")));
  const times = losses.filter(({ where }) => where === "shop: warm references, p50");
  expect(times.map(({ theirs, isFair }) => [theirs, isFair])).toEqual([
    ["whole: 10.0 ms (recall 1.00)", true],
    ["half: 5.0 ms (recall 0.50)", false],
  ]);
});

test("a program that the operator gives is taken instead of a recipe, and one that is none is missing", () => {
  const home = mkdtempSync(join(tmpdir(), "sightline-peers-"));
  try {
    const env = {
      ...process.env,
      SIGHTLINE_PEERS: home,
      SIGHTLINE_PEER_AGENT_LSP: process.execPath,
      SIGHTLINE_PEER_MCP_LANGUAGE_SERVER: join(home, "nothing"),
    };
    const named = ["agent-lsp", "mcp-language-server"];
    execFileSync(process.execPath, ["tools/peers.mjs", ...named], { env, stdio: "ignore" });
    const { peers, missing } = JSON.parse(readFileSync(join(home, "manifest.json"), "utf8")) as {
      readonly peers: Readonly<Record<string, { readonly command: readonly string[] }>>;
      readonly missing: readonly { readonly id: string; readonly why: string }[];
    };
    expect(peers["agent-lsp"]?.command).toEqual([process.execPath]);
    expect(missing.find(({ id }) => id === "mcp-language-server")?.why).toBe(
      "SIGHTLINE_PEER_MCP_LANGUAGE_SERVER names no program",
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
