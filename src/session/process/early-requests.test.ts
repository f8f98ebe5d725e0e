// What a server asks of its client around the handshake: nothing is refused because it comes early.

import { expect, test } from "vitest";
import type { ProgramEnd } from "../../host/memory/memory-processes.ts";
import { serverRequests } from "../../protocol/methods.ts";
import { at } from "../../std/json.ts";
import { openSession, toyCommand } from "../../testing/kits/kit.ts";

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly error?: unknown;
}

const hover = { id: "hover", method: "textDocument/hover", registerOptions: {} };
const asked = serverRequests.map((method) => ({ method, params: { items: [{}], registrations: [hover] } }));

/**
 * Answers `initialize` only when all that it asked before has been answered, and asks everything once more in the same
 * bytes, so that these requests are there before `initialized` can be sent. What it is told is in the log, in order.
 */
function eager(log: Message[]): (end: ProgramEnd) => void {
  return (end) => {
    let text = "";
    let waiting = asked.length;
    const frame = (message: object): string => {
      const body = JSON.stringify({ jsonrpc: "2.0", ...message });
      return `Content-Length: ${new TextEncoder().encode(body).length}\r\n\r\n${body}`;
    };
    const write = (...messages: readonly object[]): void =>
      end.writeOutput(new TextEncoder().encode(messages.map(frame).join("")));
    const requests = (when: string): object[] => asked.map((one) => ({ id: `${when} ${one.method}`, ...one }));
    const behind = (): void => write({ id: 1, result: { capabilities: {} } }, ...requests("behind"));
    const take = (message: Message): void => {
      log.push(message);
      if (message.method === "initialize") write(...requests("before"));
      if (String(message.id).startsWith("before ") && --waiting === 0) behind();
      if (message.method === "textDocument/hover") write({ id: message.id, result: { contents: "told" } });
      if (message.method === "shutdown") write({ id: message.id, result: null });
      if (message.method === "exit") end.exit(0);
    };
    end.onInput((bytes) => {
      text += new TextDecoder().decode(bytes);
      for (let head = /^Content-Length: (\d+)\r\n\r\n/.exec(text); head !== null; ) {
        const from = head[0].length;
        const to = from + Number(head[1]);
        if (text.length < to) return;
        take(JSON.parse(text.slice(from, to)) as Message);
        text = text.slice(to);
        head = /^Content-Length: (\d+)\r\n\r\n/.exec(text);
      }
    });
  };
}

test("every request before `initialized` is answered, at the start and at each new start, and registrations count [AGL-338]", async () => {
  await using kit = openSession({ fixture: "-- a.toy --\ndef «^»apple\n" });
  const logs: Message[][] = [];
  kit.host.processes.program(toyCommand, (end) => {
    const log: Message[] = [];
    logs.push(log);
    eager(log)(end);
  });
  const question = () => {
    const { file, place } = kit.at(kit.fixture.cursor);
    const position = { line: place.line - 1, character: place.column - 1 };
    return kit.session.ask(
      "textDocument/hover",
      file,
      () => ({ textDocument: { uri: kit.uri("a.toy") }, position }),
      kit.ask(),
    );
  };
  for (const start of [1, 2, 3]) {
    const reply = await kit.clock.until(question());
    // The hover was registered before the handshake was over; nothing else declares it.
    expect(at(reply.result, ["contents"])).toBe("told");
    const log = logs[start - 1] ?? [];
    const answers = (when: string): Message[] => log.filter(({ id }) => String(id).startsWith(`${when} `));
    expect([answers("before").length, answers("behind").length]).toEqual([asked.length, asked.length]);
    expect(log.filter((message) => "error" in message)).toEqual([]);
    expect(log.filter(({ method }) => method === "initialized")).toHaveLength(1);
    const initialized = log.findIndex(({ method }) => method === "initialized");
    expect(answers("before").every((one) => log.indexOf(one) < initialized)).toBe(true);
    if (start < 3) await kit.clock.until(kit.session.renew("a test starts it again"));
  }
  expect(logs).toHaveLength(3);
});
