// Agents as an operator writes them: what follows for each, and what is told of a slip.

import { describe, expect, test } from "vitest";
import { refusalOf } from "../testing/refusal-of.ts";
import type { AgentBinding } from "./agents.ts";
import { bindingOf, languagesNamed } from "./agents.ts";
import { valueOfYaml } from "./agents-yaml.ts";
import { profileNames, settingsFor } from "./profiles.ts";

const file = "/etc/agents.yaml";

async function read(text: string, id?: string): Promise<AgentBinding> {
  return bindingOf(file, await valueOfYaml(file, text), id);
}

const whole = `
agents:
  - id: cody
    lsp:
      enabled: true
      languages: [rust]              # whitelist; empty = all discovered
      prewarm: [rust]                # warmed at boot
      idle_teardown_secs: 600        # 10 min
  - id: ann
  - id: bob
    lsp: { enabled: true }
`;

describe("an agent", () => {
  test("has what its block says, as ordinary settings [NEX-12]", async () => {
    const binding = await read(whole, "cody");
    expect(binding).toEqual({
      id: "cody",
      file,
      enabled: true,
      named: ["rust"],
      prewarms: true,
      settings: { languages: { enabled: ["rust"], prewarm: ["rust"] }, idle: { teardownMs: 600_000 } },
    });
    for (const profile of profileNames) {
      expect(settingsFor(profile, binding.settings).idle.teardownMs).toBe(600_000);
    }
  });

  test("is not served unless its block says so [NEX-13]", async () => {
    expect((await read(whole, "ann")).enabled).toBe(false);
    expect((await read("agents: [{ id: x, lsp: { languages: [go] } }]", "x")).enabled).toBe(false);
  });

  test("may ask about every language unless some are named [NEX-14]", async () => {
    expect((await read(whole, "bob")).settings.languages).not.toHaveProperty("enabled");
    expect(await read(whole, "bob")).toMatchObject({
      enabled: true,
      prewarms: false,
      settings: { languages: { prewarm: [] } },
    });
  });
});

test("TypeScript and JavaScript are one language of the file, because one server serves both [NEX-41]", () => {
  expect(languagesNamed("javascript")).toEqual(languagesNamed("typescript"));
  expect(languagesNamed("typescript")).toContain("typescriptreact");
  expect(languagesNamed("go")).toEqual(["go"]);
});

test("what a host says besides about its agents is its own affair", async () => {
  const text = "defaults: { model: x }\nagents: [{ id: cody, model: y, tools: [z], lsp: { enabled: true } }]";
  expect((await read(text, "cody")).enabled).toBe(true);
});

describe("a file that cannot be used", () => {
  const agent = (lsp: string): string => `agents: [{ id: cody, lsp: ${lsp} }]`;

  test.each([
    ["an unknown key", agent("{ enable: true }"), /agents\[0\]\.lsp: .*enable/],
    ["an agent without a name", "agents: [{ lsp: {} }]", /agents\[0\]\.id/],
    ["a word for a list", agent("{ languages: rust }"), /agents\[0\]\.lsp\.languages: .*array/],
    ["a word for yes", agent('{ enabled: "true" }'), /agents\[0\]\.lsp\.enabled: .*boolean/],
    ["yes as YAML once had it", agent("{ enabled: yes }"), /agents\[0\]\.lsp\.enabled: .*boolean/],
    ["a time below nothing", agent("{ idle_teardown_secs: -1 }"), /idle_teardown_secs/],
    ["nothing at all", "", /the file: .*object/i],
    ["no YAML", "agents: [", /line 1/],
    ["a key twice", "agents: []\nagents: []", /unique.* line 2/],
    ["two documents", "agents: []\n---\nagents: []", /document/],
    ["a tag that would make something else", "agents: !!js/function 'x'", /tag/i],
    ["two of one name", "agents: [{ id: cody }, { id: cody }]", /^Two agents have the id "cody"\.$/],
    [
      "a language that is warm and not allowed",
      agent("{ languages: [go], prewarm: [rust] }"),
      /prewarm names rust, which is not in languages/,
    ],
  ])("%s is told where it stands", async (_, text, why) => {
    const { details } = await refusalOf(read(text, "cody"));
    expect(details).toMatchObject({ code: "bad_input", what: `The agents in ${file} cannot be used.` });
    expect(details.why).toMatch(why);
  });

  /** Each level repeats the one before it ten times. */
  const bomb = Array.from(
    { length: 12 },
    (_, at) =>
      `l${at}: &a${at} [${
        at === 0
          ? "x"
          : Array(10)
              .fill(`*a${at - 1}`)
              .join(", ")
      }]`,
  ).join("\n");

  test.each([
    ["one that unfolds into a thousand billions", bomb, /too many YAML aliases/],
    ["a reference to nothing", "agents: *none", /unresolved alias.*none/i],
    ["one nested without end", `agents: ${"[".repeat(50_000)}`, /nested too deeply/],
    ["one that is far too long", `agents: []\n#${"x".repeat(200_000)}`, /more than 100000 characters/],
  ])("%s is refused", async (_, text, why) => {
    const { details } = await refusalOf(read(text, "cody"));
    expect(details.code).toBe("bad_input");
    expect(details.why).toMatch(why);
  });

  test("parts may be repeated by reference as people do", async () => {
    const text = "agents:\n  - { id: a, lsp: &own { enabled: true } }\n  - { id: b, lsp: *own }\n";
    expect((await read(text, "b")).enabled).toBe(true);
  });
});

test("an agent that is not there, or not named, is told with those that are", async () => {
  const unknown = await refusalOf(read(whole, "eve"));
  expect(unknown.details).toMatchObject({
    code: "bad_input",
    what: 'There is no agent "eve" in /etc/agents.yaml.',
    next: "It lists: cody, ann, bob. Name one of them with --agent.",
  });
  expect((await refusalOf(read(whole))).details.next).toContain("cody, ann, bob");
  expect((await refusalOf(read("agents: []", "eve"))).details.next).toContain("It lists no agent.");
});
