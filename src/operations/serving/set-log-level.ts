// `set_log_level`: sets the lowest level of log messages that a client gets.

import { z } from "zod";
import { standingOf } from "../../model/standing.ts";
import type { LogLevel } from "../../model/event.ts";
import { logLevels } from "../../model/event.ts";
import { defineControl } from "../define.ts";

const input = { level: z.enum(logLevels) };

export interface LevelJson {
  readonly message: string;
  readonly level: LogLevel;
}

export const setLogLevel = defineControl<"set_log_level", typeof input, LogLevel, LevelJson>({
  name: "set_log_level",
  title: "Set Log Level",
  summary: "Change the least level of log messages that are sent.",
  guidance: "debug shows everything, to find the cause of a problem.",
  exposure: "full",
  cli: { command: "log-level", positional: "text" },
  needs: [],
  input,
  async run({ setLogLevel: set }, { level }) {
    set(level);
    return { value: level, standing: standingOf([]) };
  },
  isEmpty: () => false,
  toText: (level) => `Log level set to "${level}"`,
  toJson: (level) => ({ message: `Log level set to "${level}"`, level }),
  hints: () => [{ operation: "restart_lsp_server", why: "to log everything a server says from its start" }],
  examples: [{ title: "Hear of warnings and worse", input: { level: "warning" } }],
});
