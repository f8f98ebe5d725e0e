// Rules as data: which one decides, what an operator's rule can change, and what it cannot.

import { describe, expect, test } from "vitest";
import type { SettingsInput } from "../config/settings.ts";
import { settingsFor } from "../config/profiles.ts";
import type { ProfileName } from "../config/profiles.ts";
import type { Caller } from "./effects.ts";
import { decideConnection, decideExecution, decideWrite } from "./decisions.ts";
import type { Policy } from "./policy.ts";
import { decide, policyOf } from "./policy.ts";
import type { Decision, PolicySubject } from "./subject.ts";

type Given = NonNullable<SettingsInput["policy"]>;

function policy(given: Given = {}, profile: ProfileName = "standard"): Policy {
  return policyOf(settingsFor(profile, { policy: given }).policy);
}

const agent: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write"], agent: "cody" };
const person: Caller = { door: "cli", allowed: ["read", "control", "propose", "write", "exec"] };
const call: PolicySubject = { caller: agent, operation: "find_references", effect: "read", root: "/srv/app" };

function hover(over: Partial<PolicySubject> = {}): PolicySubject {
  return { ...call, method: "textDocument/hover", facts: { declares: true }, ...over };
}

/** The rule that decided, with a mark of what it said. */
function ruling({ allowed, rule }: Decision): string {
  return `${allowed ? "+" : "-"}${rule}`;
}

describe("a rule of the operator", () => {
  test.each<
    [what: string, rule: Omit<NonNullable<Given["rules"]>[number], "id" | "decide">, PolicySubject, matches: boolean]
  >([
    ["a door", { callers: ["mcp"] }, call, true],
    ["another door", { callers: ["cli", "library"] }, call, false],
    ["an agent", { callers: ["agent:cody"] }, call, true],
    ["another agent", { callers: ["agent:codi"] }, call, false],
    ["a root", { roots: ["/srv/app"] }, call, true],
    ["what lies below a directory", { roots: ["/srv/"] }, call, true],
    ["a part of a root", { roots: ["/srv/app/secret"] }, { ...call, files: ["secret/a.ts"] }, true],
    ["another part of a root", { roots: ["/srv/app/secret"] }, { ...call, files: ["src/a.ts"] }, false],
    ["a root of a similar name", { roots: ["/srv/ap"] }, call, false],
    ["a pattern of roots", { roots: ["/*/app", "**/secret"] }, call, true],
    ["a root, before it is known", { roots: ["/srv/app"] }, { ...call, root: undefined }, false],
    ["an operation", { operations: ["find_references"] }, call, true],
    ["operations by their beginning", { operations: ["find_*"] }, call, true],
    ["another operation", { operations: ["find_reference"] }, call, false],
    ["an effect", { effects: ["read"] }, call, true],
    ["another effect", { effects: ["write"] }, call, false],
    ["a method", { methods: ["textDocument/hover"] }, hover(), true],
    ["methods by their beginning", { methods: ["textDocument/*"] }, hover(), true],
    ["a method, but no request", { methods: ["textDocument/hover"] }, call, false],
    ["an operation, by its requests as well", { operations: ["find_references"] }, hover(), true],
    ["the mode", { modes: ["interactive"] }, call, true],
    ["another mode", { modes: ["non_interactive", "read_only"] }, call, false],
    ["a file", { files: ["secrets/**"] }, { ...call, files: ["secrets/a/key.ts"] }, true],
    ["a file, whatever its case", { files: ["Secrets/*.{pem,key}"] }, { ...call, files: ["secrets/A.PEM"] }, true],
    ["a file by another of its names", { files: ["secrets/**"] }, { ...call, files: ["a.ts", "secrets/a.ts"] }, true],
    ["another file", { files: ["secrets/**"] }, { ...call, files: ["src/secrets.ts"] }, false],
    ["only where all of it matches", { callers: ["mcp"], effects: ["write"] }, call, false],
  ])("matches %s", (_, rule, subject, matches) => {
    const decision = decide(policy({ rules: [{ id: "own", decide: "deny", ...rule }] }), subject);
    expect(decision.rule === "own").toBe(matches);
    expect(decision.allowed).toBe(!matches);
  });

  test("decides before the later ones, and says by which version and why", () => {
    const own = policy({
      version: "2026-11",
      rules: [
        { id: "open", decide: "allow", effects: ["read"], roots: ["/srv/app"] },
        { id: "sealed", decide: "deny", reason: "customer data", roots: ["/srv"] },
      ],
    });
    expect(decide(own, call)).toMatchObject({ allowed: true, rule: "open", version: "2+2026-11" });
    expect(decide(own, { ...call, root: "/srv/other" })).toEqual({
      allowed: false,
      rule: "sealed",
      why: "the operator's rule sealed denies it (customer data)",
      version: "2+2026-11",
    });
  });

  test("the version changes with any value of the policy, so that it stands for one set of rules", () => {
    const known: string[] = [];
    const digest = (text: string): string => String(known.includes(text) ? known.indexOf(text) : known.push(text) - 1);
    const versionOf = (given: Given): string =>
      policyOf(settingsFor("standard", { policy: given }).policy, digest).version;
    const deny = { id: "a", decide: "deny" } as const;
    const versions = [{}, { version: "a" }, { rules: [deny] }, { rules: [{ ...deny, id: "b" }] }].map(versionOf);
    expect(new Set(versions).size).toBe(versions.length);
    expect(versionOf({ rules: [deny] })).toBe(versions[2]);
  });
});

describe("no rule of the operator lifts a floor", () => {
  const everything = policy({
    rules: [
      { id: "all", decide: "allow", effects: ["read", "control", "propose", "write", "exec", "network"] },
      { id: "requests", decide: "allow", effects: ["read", "exec"], methods: ["*"] },
    ],
  });
  const reader: Caller = { door: "mcp", allowed: ["read"] };
  test.each<[string, () => Decision]>([
    ["-effect.undeclared", () => decide(everything, { ...call, effect: undefined })],
    ["-effect.not_granted", () => decide(everything, { ...call, caller: reader, effect: "write" })],
    ["-exec.not_granted", () => decideExecution(everything, { ...call, caller: reader }, true)],
    ["-exec.untrusted", () => decideExecution(everything, call, false)],
    ["-connection.not_granted", () => decideConnection(everything, { ...call, caller: reader }, "localhost", [])],
    ["-connection.host", () => decideConnection(everything, call, "devbox", [])],
    ["-write.protected", () => decideWrite(everything, call, [{ names: [".git/hooks/pre-commit"] }])],
    ["-write.program", () => decideWrite(everything, call, [{ names: ["bin/x"], arms: { trusted: false } }])],
    ["-method.undeclared", () => decide(everything, hover({ facts: { declares: false } }))],
    ["+all", () => decide(everything, call)],
    ["+all", () => decideExecution(everything, call, true)],
    ["+requests", () => decide(everything, hover())],
  ])("%s", (expected, decided) => expect(ruling(decided())).toBe(expected));
});

describe("a plan is judged file by file", () => {
  const docs = policy({
    rules: [
      { id: "docs", decide: "allow", effects: ["write"], files: ["docs/**"] },
      { id: "frozen", decide: "deny", effects: ["write"] },
    ],
  });
  test.each([
    [["docs/a.md"], "+docs"],
    [["docs/a.md", "src/a.ts"], "-frozen"],
    [["docs/.github/a.yml"], "-write.protected"],
    [[], "-frozen"],
  ])("%j: %s", (files, expected) => {
    const judged = files.map((name) => ({ names: [name] }));
    expect(ruling(decideWrite(docs, call, judged))).toBe(expected);
  });
});

describe("modes, methods and the surface", () => {
  test.each<[string, Policy, PolicySubject]>([
    ["-mode.read_only", policy({ mode: "read_only" }), { ...call, effect: "propose" }],
    ["-mode.read_only", policy({ mode: "read_only" }), { ...call, effect: "control" }],
    ["+effect.granted", policy({ mode: "read_only" }), call],
    ["+effect.granted", policy({ mode: "non_interactive" }), { ...call, effect: "write" }],
    ["-surface.passive", policy({ surface: "passive" }), call],
    ["+effect.granted", policy({ surface: "passive" }), { ...call, facts: { passive: true } }],
    ["+effect.granted", policy({ surface: "passive" }), { ...call, caller: person }],
    ["-method.not_listed", policy({ methods: ["workspace/symbol"] }), hover()],
    ["+method.declared", policy({ methods: ["textDocument/hover"] }), hover()],
    ["+method.declared", policy(), hover()],
  ])("%s", (expected, given, subject) => expect(ruling(decide(given, subject))).toBe(expected));

  test("a rule lifts them where it names what it lifts, in the places that it names", () => {
    const exceptions = policy(
      {
        rules: [
          { id: "lab", decide: "allow", effects: ["write"], callers: ["cli"], roots: ["/lab"] },
          { id: "peek", decide: "allow", effects: ["read"], methods: ["textDocument/completion"], roots: ["/lab"] },
          { id: "wide", decide: "allow", effects: ["read"], roots: ["/lab"] },
        ],
      },
      "governed",
    );
    const inLab = { root: "/lab", caller: person };
    const complete = hover({ ...inLab, method: "textDocument/completion" });
    const rulings = [
      decide(exceptions, { ...call, ...inLab, effect: "write" }),
      decide(exceptions, { ...call, caller: person, effect: "write" }),
      decide(exceptions, complete),
      decide(exceptions, { ...complete, root: "/srv/app" }),
      // What allows calls says nothing of requests.
      decide(exceptions, hover({ ...inLab, method: "textDocument/rename" })),
    ].map(ruling);
    expect(rulings).toEqual(["+lab", "-mode.read_only", "+peek", "-method.not_listed", "-method.not_listed"]);
  });
});

describe("settings that cannot be meant are refused", () => {
  test.each<[string, unknown]>([
    ["a rule with decide: allow must list its effects", { rules: [{ id: "a", decide: "allow" }] }],
    ["two rules have the same id", { rules: [1, 2].map(() => ({ id: "a", decide: "deny" })) }],
    ["rules.0.roots.0", { rules: [{ id: "a", decide: "deny", roots: ["work"] }] }],
    ["rules.0.callers.0", { rules: [{ id: "a", decide: "deny", callers: ["editor"] }] }],
    ["rules.0.files", { rules: [{ id: "a", decide: "deny", files: [] }] }],
    ["rules.0", { rules: [{ id: "a", decide: "deny", server: "gopls" }] }],
    ["policy.mode", { mode: "careless" }],
  ])("%s", (message, given) => {
    expect(() => settingsFor("standard", { policy: given as Given })).toThrow(message);
  });
});
