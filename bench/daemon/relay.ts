// Stands between a product and its server, passes every byte on, and notes the method of each message to the server.
//
//   node relay.js LOG PROGRAM ARGS…

import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const [log = "", program = "", ...args] = process.argv.slice(2);
const server = spawn(program, args, { stdio: ["pipe", "inherit", "inherit"] });
server.on("exit", (code) => process.exit(code ?? 1));
server.on("error", () => process.exit(127));
server.stdin.on("error", () => {});

const headerEnd = Buffer.from("\r\n\r\n");
let rest: Buffer = Buffer.alloc(0);

process.stdin.on("data", (chunk: Buffer) => {
  rest = Buffer.concat([rest, chunk]);
  note();
  server.stdin.write(chunk);
});
process.stdin.on("end", () => server.stdin.end());

function note(): void {
  for (;;) {
    const end = rest.indexOf(headerEnd);
    if (end === -1) return;
    const length = Number(/Content-Length: *(\d+)/i.exec(rest.toString("latin1", 0, end))?.[1]);
    const next = end + headerEnd.length + length;
    if (next > rest.length) return;
    const { id, method } = JSON.parse(rest.toString("utf8", end + headerEnd.length, next)) as {
      readonly id?: number | string;
      readonly method?: string;
    };
    if (method !== undefined) appendFileSync(log, `${id === undefined ? "tell" : "ask"} ${method}\n`);
    rest = rest.subarray(next);
  }
}
