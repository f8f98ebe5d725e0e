// How a warm product takes what happens behind its back: a new use, a use less, an error, the death of its server.
//
// Invariant: each behaviour is recorded as a word, the time it took, and what was seen.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Recorder } from "../shared/record.ts";
import { serversIn } from "./arms.ts";
import { evidence, wordFor } from "./cold.ts";
import { pause } from "./mcp-peer.ts";
import { kill } from "./processes.ts";
import type { AskedSymbol, Fact, Kind, Language } from "./question.ts";
import { judge } from "./question.ts";
import type { Subject } from "./subjects.ts";
import type { Seat } from "./warm.ts";

const patienceMs = 3_000;
const pauseMs = 500;
/** An undefined name in every language, and in every server's complaint. */
const gone = "zqGone";

export async function measureBehaviour(
  subject: Subject,
  seats: readonly Seat[],
  limitMs: number,
  record: Recorder,
): Promise<void> {
  const symbol = changeable(subject);
  if (symbol === undefined) return record.say(`\n${subject.title}: no symbol whose uses can be changed.`);
  for (const seat of seats.filter(({ arm }) => arm.isProduct)) {
    const note: Note = (what, word, ms, said) =>
      record.sample({ part: "behaviour", subject: subject.id, arm: seat.arm.id, what, word, ms, note: evidence(said) });
    await behave(subject.language, symbol, seat, limitMs, note);
    seat.runner.kill();
  }
}

// — below: private, in the order they are used —

/** One with a handful of uses, all of which lie where a new one can be written. */
function changeable({ symbols, language }: Subject): AskedSymbol | undefined {
  const fits = ({ truth, use, declared }: AskedSymbol): boolean =>
    truth.size <= 60 && (language !== "cpp" || (use.file.endsWith(".cc") && declared.file.endsWith(".h")));
  return symbols.find(fits) ?? symbols[0];
}

/** A word, the time it took, and what was said last. */
type Observed = readonly [word: string, ms: number, said: string];
type Note = (what: string, ...observed: Observed) => void;

async function behave(language: Language, symbol: AskedSymbol, seat: Seat, limitMs: number, note: Note): Promise<void> {
  const { root } = seat.copy;
  const added = addUse(language, root, symbol);
  const more = { ...symbol, truth: new Set([...symbol.truth, ...added]) };
  const has = (facts: ReadonlySet<Fact>): boolean => [...added].every((fact) => facts.has(fact));
  note("added", ...(await whenSeen(seat, symbol, has, limitMs)));

  const lost = removeUse(root, symbol);
  const less = { ...more, truth: new Set([...more.truth].filter((fact) => fact !== lost)) };
  note("removed", ...(await whenSeen(seat, symbol, (facts) => facts.size > 0 && !facts.has(lost), limitMs)));

  const saysGone = (text: string): boolean => text.includes(gone);
  note("error", ...(await whenSaid(seat, "diagnostics", symbol, saysGone, limitMs)));

  const servers = serversIn(seat.runner.processes(), language);
  if (servers.length === 0) return note("killed", "is itself the server", 0, "");
  kill(servers);
  note("killed", ...(await afterKill(seat, less, 2 * limitMs)));
}

function addUse(language: Language, root: string, { name, declared, use }: AskedSymbol): Set<Fact> {
  const folder = dirname(declared.file);
  const module = basename(declared.file, extname(declared.file));
  const inFolder = (file: string): string => (folder === "." ? file : `${folder}/${file}`);
  const line = readFileSync(join(root, declared.file), "utf8").split("\n")[declared.line - 1] ?? "";
  switch (language) {
    case "typescript": {
      const file = inFolder("zq-added.ts");
      writeFileSync(join(root, file), `export { ${name} as zqAdded } from "./${module}.js";\n`);
      return new Set([`${file}:1`]);
    }
    case "go": {
      const file = inFolder("zq_added.go");
      const [head] = /^package \w+/m.exec(readFileSync(join(root, declared.file), "utf8")) ?? [];
      const text = line.startsWith("type ") ? `type zqAdded ${name}` : `var zqAdded = ${name}`;
      writeFileSync(join(root, file), `${head}\n\n${text}\n`);
      return new Set([`${file}:3`]);
    }
    case "python": {
      const file = inFolder("zq_added.py");
      writeFileSync(join(root, file), `from .${module} import ${name}\n\nzq_added = ${name}\n`);
      return new Set([`${file}:1`, `${file}:3`]);
    }
    case "cpp": {
      const lines = readFileSync(join(root, use.file), "utf8").split("\n").length;
      const isType = /^(?:class|struct|enum)\b/.test(line);
      const text = isType ? `using ZqAdded = ${name};` : `static auto* zq_added = &${name};`;
      appendFileSync(join(root, use.file), `\nnamespace leveldb { ${text} }\n`);
      return new Set([`${use.file}:${lines + 1}`]);
    }
  }
}

function removeUse(root: string, { name, use }: AskedSymbol): Fact {
  const path = join(root, use.file);
  const lines = readFileSync(path, "utf8").split("\n");
  const line = lines[use.line - 1] ?? "";
  lines[use.line - 1] = `${line.slice(0, use.column - 1)}${gone}${line.slice(use.column - 1 + name.length)}`;
  writeFileSync(path, lines.join("\n"));
  return `${use.file}:${use.line}`;
}

function whenSeen(
  seat: Seat,
  symbol: AskedSymbol,
  isSeen: (facts: ReadonlySet<Fact>) => boolean,
  limitMs: number,
): Promise<Observed> {
  return whenSaid(seat, "references", symbol, (text) => isSeen(seat.runner.facts(text, symbol)), limitMs);
}

/** Asked at once, and again for a while: seen, seen late, or not at all. */
async function whenSaid(
  { runner }: Seat,
  kind: Kind,
  symbol: AskedSymbol,
  isSaid: (text: string) => boolean,
  limitMs: number,
): Promise<Observed> {
  const began = performance.now();
  for (let tries = 0; ; tries++) {
    const reply = await runner.ask(kind, symbol, limitMs);
    const ms = performance.now() - began;
    if (reply === undefined) return ["no such tool", 0, ""];
    if (reply.outcome === "answer" && isSaid(reply.text)) return [tries === 0 ? "seen" : "seen late", ms, ""];
    if (reply.outcome === "hang") return ["hang", ms, ""];
    if (ms > patienceMs) return [reply.outcome === "error" ? "error" : "stale", ms, reply.text];
    await pause(pauseMs);
  }
}

async function afterKill({ runner }: Seat, symbol: AskedSymbol, limitMs: number): Promise<Observed> {
  const began = performance.now();
  let first: string | undefined;
  let said = "";
  for (;;) {
    const reply = await runner.ask("references", symbol, limitMs);
    const ms = performance.now() - began;
    if (reply === undefined) return ["no such tool", 0, ""];
    const judged = judge(reply.outcome === "answer" ? runner.facts(reply.text, symbol) : new Set(), symbol);
    const word = wordFor(reply, judged, runner.caveat(reply.text));
    if (judged.isComplete) return [first === undefined ? "right" : `${first}, then right`, ms, said];
    if (first === undefined) said = reply.text;
    first ??= word === "silently partial" ? "wrong" : word;
    if (reply.outcome === "hang" || ms > 2 * patienceMs)
      return [first === word ? first : `${first}, then ${word}`, ms, said];
    await pause(pauseMs);
  }
}
