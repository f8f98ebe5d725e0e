// Every promise that Sightline makes, by id; tests claim them and a gate holds the lists together.

import { aglDrafts } from "./requirements/agl-drafts.ts";
import { aglProcess } from "./requirements/agl-process.ts";
import { aglSession } from "./requirements/agl-session.ts";
import { aglState } from "./requirements/agl-state.ts";
import { aglSurface } from "./requirements/agl-surface.ts";
import { aglTools } from "./requirements/agl-tools.ts";
import { brg } from "./requirements/brg.ts";
import { nex } from "./requirements/nex.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { syc } from "./requirements/syc.ts";
import { syn } from "./requirements/syn.ts";

export const requirements: readonly Requirement[] = [
  ...syn,
  ...syc,
  ...brg,
  ...nex,
  ...aglProcess,
  ...aglTools,
  ...aglSession,
  ...aglDrafts,
  ...aglState,
  ...aglSurface,
];
