// An owner to be killed: opens a session with a faulty server through the real machine, says its pid, and waits.

import { settingsFor } from "../../config/profiles.ts";
import { nodeCodec } from "../../host/node/node-codec.ts";
import { openNodeHost } from "../../host/node/node-host.ts";
import { ownScript } from "../../host/own-script.ts";
import { filePath } from "../../model/file-path.ts";
import { Session } from "../../session/session.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { toyEntry } from "../kits/kit.ts";
import { programsServing } from "../kits/programs-kit.ts";

const [fault = "immortal", directory = "/"] = process.argv.slice(2);
const host = await openNodeHost();
const session = new Session({
  host,
  programs: programsServing(host, filePath(directory), true),
  codec: nodeCodec,
  server: { entry: toyEntry, command: filePath(process.execPath), args: [ownScript(`testing/faults/${fault}`)] },
  root: filePath(directory),
  trusted: true,
  settings: settingsFor("standard"),
  emit: () => {},
  languageId: () => "toy",
  isOurs: () => true,
  project: async () => directory,
});
const running = await session.start(deadlineIn(host.clock, 60_000));
process.stdout.write(`${running.channel.pid}\n`);
// Kept alive until it is killed.
process.stdin.resume();
