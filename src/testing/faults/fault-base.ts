// The common part of the faulty servers: framing written by hand, so that no fault depends on our own.

export type Id = number | string;
type Message = {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
};

/** What a handler returns is the result; `undefined` means that nothing is answered. */
export type Answers = { readonly [method: string]: (params: unknown, id: Id | undefined) => unknown };

export const capabilities = {
  textDocumentSync: 1,
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentSymbolProvider: true,
};

const pending = new Map<Id, (message: Message) => void>();
let nextId = 1;

export function send(message: object): void {
  raw(frame({ jsonrpc: "2.0", ...message }));
}

export function raw(text: string): void {
  process.stdout.write(text);
}

export function frame(message: object): string {
  const body = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export function notify(method: string, params: unknown): void {
  send({ method, params });
}

/** Says something that tests can wait for. */
export function log(message: string): void {
  notify("window/logMessage", { type: 4, message });
}

/** Asks the client and waits for whatever it replies. */
export function ask(method: string, params: unknown): Promise<{ readonly result?: unknown; readonly error?: unknown }> {
  const id = `fault-${nextId++}`;
  send({ id, method, params });
  return new Promise((resolve) => pending.set(id, resolve));
}

/** Behaves like a plain server but for the answers given here. */
export function serve(answers: Answers = {}): void {
  const all: Answers = {
    initialize: () => ({ capabilities, serverInfo: { name: "fault", version: "1" } }),
    shutdown: () => null,
    exit: () => process.exit(0),
    "textDocument/hover": () => ({ contents: "hover" }),
    "textDocument/definition": () => [],
    "textDocument/references": () => [],
    "textDocument/documentSymbol": () => [],
    ...answers,
  };
  let input = Buffer.alloc(0);
  process.stdin.on("data", (chunk: Buffer) => {
    input = Buffer.concat([input, chunk]);
    for (let next = cut(input); next !== undefined; next = cut(input)) {
      input = next.rest;
      void take(all, next.message);
    }
  });
  process.stdin.on("end", () => process.exit(0));
}

async function take(answers: Answers, message: Message): Promise<void> {
  const { id, method } = message;
  if (method === undefined) {
    if (id !== undefined) pending.get(id)?.(message);
    return;
  }
  const result = await answers[method]?.(message.params, id);
  if (id === undefined || result === undefined) {
    if (id !== undefined && answers[method] === undefined) send({ id, error: { code: -32601, message: "unknown" } });
    return;
  }
  send({ id, result });
}

function cut(input: Buffer): { readonly message: Message; readonly rest: Buffer<ArrayBuffer> } | undefined {
  const end = input.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(input.toString("latin1", 0, end))?.[1]);
  const start = end + 4;
  if (input.length < start + length) return undefined;
  return {
    message: JSON.parse(input.toString("utf8", start, start + length)),
    rest: Buffer.from(input.subarray(start + length)),
  };
}
