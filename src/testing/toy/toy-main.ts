// The toy language server as a program: dials as JSON in the first argument, LSP on standard input and output.

import { nodeClock } from "../../host/node/node-clock.ts";
import { nodeCodec } from "../../host/node/node-codec.ts";
import { nodeFiles } from "../../host/node/node-files.ts";
import type { ToyDials } from "./toy-dials.ts";
import { ToyServer } from "./toy-server.ts";

const dials = JSON.parse(process.argv[2] ?? "{}") as Partial<ToyDials>;
const { stdin, stdout, stderr } = process;

const server = new ToyServer(
  {
    clock: nodeClock,
    codec: nodeCodec,
    files: nodeFiles,
    sink: { write: (bytes) => stdout.write(bytes), onDrain: (listener) => stdout.on("drain", listener) },
    exit: (code, signal) => (signal === undefined ? process.exit(code ?? 1) : process.kill(process.pid, signal)),
    defect: (error) => stderr.write(`${String(error)}\n`),
  },
  dials,
);
stderr.write(server.dials.stderr);
stdin.on("data", (bytes) => server.connection.receive(bytes));
stdin.on("end", () => process.exit(1));
