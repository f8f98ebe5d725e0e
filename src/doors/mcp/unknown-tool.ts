// The refusal of a call to a tool that the caller was not shown.

import type { RefusalDetails } from "../../model/refusal.ts";
import type { Shows } from "./tool-list.ts";

/** `isHidden`: there is such an operation, but not among the tools of this connection. */
export function unknownTool(
  name: string,
  isHidden: boolean,
  exposure: Shows,
  shown: ReadonlySet<string>,
  isReader: boolean,
): RefusalDetails {
  return {
    code: "unknown_operation",
    what: isHidden ? `${name} is not among the tools of this server.` : `There is no tool ${JSON.stringify(name)}.`,
    ...whyHidden(isHidden, exposure, isReader),
    next: shown.size === 0 ? "Ask the operator." : `There are: ${[...shown].join(", ")}.`,
  };
}

function whyHidden(isHidden: boolean, exposure: Shows, isReader: boolean): Pick<RefusalDetails, "why"> {
  if (exposure === "none") return { why: "Language servers are not enabled for this agent." };
  const options = isReader ? `--tools ${exposure} and --read-only` : `--tools ${exposure}`;
  return isHidden ? { why: `It was started with ${options}.` } : {};
}
