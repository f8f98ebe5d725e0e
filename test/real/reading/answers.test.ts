// What each real server says about its fixture: before, and after the files were changed behind our back.

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { cases } from "./cases.ts";
import { present } from "../installed.ts";
import { questions, reasonsAgainst } from "./real-case.ts";
import { methodOf, Stage } from "../stage.ts";

describe.each(present(cases))("$server", (real) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open(real);
  });
  afterAll(() => stage.close());

  test.each(questions.filter((question) => real.lacks?.includes(question) !== true))(
    "%s is exactly as marked, behind signs of several units too",
    async (question) => {
      const { found, expected, standing } = await stage.ask(question);
      expect(found).toEqual(expected);
      const reasons = reasonsAgainst(real, question);
      expect(standing.reasons.map(({ code }) => code)).toEqual(reasons);
      expect(standing.state === "complete").toBe(reasons.length === 0);
      expect(standing.evidence[0]?.server).toBe(real.server);
    },
  );

  test.each(real.lacks ?? [])("%s is lacking: it is refused, and nothing is sent", async (question) => {
    expect((await refusalOf(stage.ask(question))).code).toBe("capability_missing");
    expect(stage.sent).not.toContain(methodOf[question]);
  });

  test("one initialize is enough for all of it [AGL-014 SYN-33]", () => {
    expect(stage.sent.filter((method) => method === "initialize")).toHaveLength(1);
    expect(stage.sent.slice(0, 2)).toEqual(["initialize", "initialized"]);
    expect(stage.running.plan.cwd).toBe(stage.root);
  });

  test("what is written, made and deleted behind our back is in the next answer [AGL-169 AGL-248]", async () => {
    for (const { title, write, remove, ask } of real.changes) {
      if (write !== undefined) stage.write(write);
      for (const file of remove ?? []) stage.remove(file);
      for (const question of ask) {
        const { found, expected, standing } = await stage.ask(question);
        expect({ title, question, found }).toEqual({ title, question, found: expected });
        expect(standing.reasons.map(({ code }) => code)).toEqual(reasonsAgainst(real, question));
      }
    }
  });
});
