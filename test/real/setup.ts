// Runs with every file of tests on real servers: what its cases have shared ends with it.

import { afterAll } from "vitest";
import { endSharedStages } from "./stage.ts";

afterAll(endSharedStages);
