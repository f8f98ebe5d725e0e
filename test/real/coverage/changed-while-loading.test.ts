// What is asked right after a change that came while the server still loaded: the answer is right, or says what it lacks.

import { describe, expect, test } from "vitest";
import { Refusal } from "../../../src/model/refusal.ts";
import { present } from "../installed.ts";
import type { RealCase } from "../reading/real-case.ts";
import type { Outcome } from "../stage.ts";
import { Stage } from "../stage.ts";

/** Loading takes a moment: packages of the standard library are read as well. */
const gopls: RealCase = {
  server: "gopls",
  fixture: `
-- go.mod --
module example.com/shop

go 1.21
-- cart.go --
package shop

import "net/http"

func «ref|«^»Total»(request *http.Request) int { return len(request.URL.Path) }
-- view.go --
package shop

func View() int { return «ref|Total»(nil) }
-- gone.go --
package shop

func Gone() int { return «ref|Total»(nil) }
`,
  changes: [],
  killedAt: "references",
};

/** One use comes in a file that was not there, one in a file that was, and one goes. */
const change = `
-- more/more.go --
package more

import shop "example.com/shop"

func More() int { return shop.«ref|Total»(nil) }
-- view.go --
package shop

func View() int { return 0 }

func Again() int { return 1 + «ref|Total»(nil) }
`;

/** The last messages before it loads, while it loads, and with the question itself. */
const moments = ["initialized", "textDocument/didOpen", "textDocument/references"] as const;

describe.each(present([gopls]))("$server", (real) => {
  test.each(moments)(
    "what is asked after a change right behind %s is right, or says that it is not",
    async (moment) => {
      await using stage = await Stage.open(real);
      let asked: Promise<Verdict> | undefined;
      stage.onSent = ({ method }) => {
        if (method !== moment || asked !== undefined) return;
        stage.write(change);
        stage.remove("gone.go");
        asked = verdictOf(stage.ask("references"));
      };
      // Asked before the change: it may tell of the files before it, or of those after it.
      await verdictOf(stage.ask("references"));
      expect(["right", "not complete", "refused"]).toContain(await asked);
      expect(await verdictOf(stage.ask("references"))).toBe("right");
    },
  );
});

// — below: private, in the order they are used —

type Verdict = "right" | "not complete" | "refused" | "wrong";

/** A file that goes while gopls answers makes it fail; that is a refusal with its words. */
async function verdictOf(asked: Promise<Outcome>): Promise<Verdict> {
  const [settled] = await Promise.allSettled([asked]);
  if (settled.status === "rejected") {
    if (settled.reason instanceof Refusal) return "refused";
    throw settled.reason;
  }
  const { found, expected, standing } = settled.value;
  if (standing.state !== "complete") return standing.reasons.length > 0 ? "not complete" : "wrong";
  return JSON.stringify(found) === JSON.stringify(expected) ? "right" : "wrong";
}
