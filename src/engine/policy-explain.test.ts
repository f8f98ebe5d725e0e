// A policy is explained before it is needed, and one whose names mean nothing is refused at the start.

import { expect, test } from "vitest";
import { MemoryHost } from "../host/memory/memory.ts";
import { filePath } from "../model/file-path.ts";
import type { Caller } from "../policy/effects.ts";
import { refusalOf } from "../testing/refusal-of.ts";
import { StepClock } from "../testing/step-clock.ts";
import { openDesk } from "./desk.ts";
import type { OpenOptions } from "./open.ts";
import type { PolicyExplanation } from "./policy-explain.ts";
import { policyText } from "./policy-explain.ts";

const agent: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] };
const operatorFile = filePath("/etc/sightline.json");

async function explained(
  policy: object,
  operation: string,
  over: Partial<OpenOptions> & {
    file?: string;
    links?: Readonly<Record<string, string>>;
    /** Further files of the root. */
    files?: readonly string[];
  } = {},
): Promise<PolicyExplanation> {
  const host = new MemoryHost({ clock: new StepClock() });
  host.files.write(filePath("/project/src/a.ts"), "");
  host.files.write(operatorFile, JSON.stringify({ settings: { policy } }));
  host.files.write(filePath("/project/secrets/key.ts"), "");
  host.files.write(filePath("/etc/passwd"), "");
  const { file, links = {}, files = [], ...options } = over;
  for (const path of files) host.files.write(filePath(`/project/${path}`), "ref: refs/heads/main\n");
  for (const [link, to] of Object.entries(links)) host.files.link(filePath(link), filePath(to));
  const desk = await openDesk(host);
  const opening = { directory: "/project", exact: true, configFile: operatorFile, ...options };
  return desk.explainPolicy(opening, { operation, caller: agent, file });
}

/** `+effect.granted`, by effect or by method. */
function rulings(explanation: PolicyExplanation): Record<string, string> {
  const ruling = ({ allowed, rule }: { allowed: boolean; rule: string }): string => `${allowed ? "+" : "-"}${rule}`;
  return Object.fromEntries([
    ...explanation.effects.map((one) => [one.effect, ruling(one)] as const),
    ...explanation.requests.map((one) => [one.method, ruling(one)] as const),
  ]);
}

test("each effect and each request is shown with the rule that decides, about the file that is meant", async () => {
  const rules = [
    { id: "generated", decide: "deny", effects: ["write"], files: ["gen/**"] },
    { id: "no-rename", decide: "deny", methods: ["textDocument/rename"] },
  ];
  const policy = { version: "3", rules };
  expect(rulings(await explained(policy, "rename_symbol", { file: "/project/src/a.ts" }))).toMatchObject({
    read: "+effect.granted",
    propose: "+effect.granted",
    write: "+effect.granted",
    "textDocument/rename": "-no-rename",
    "textDocument/references": "+method.declared",
  });
  expect(rulings(await explained(policy, "apply_edit", { file: "/project/gen/a.ts" }))["write"]).toBe("-generated");
  expect(rulings(await explained(policy, "apply_edit", { file: "/project/.git/config" }))["write"]).toBe(
    "-write.protected",
  );
  expect(rulings(await explained({}, "run_build"))["exec"]).toBe("-exec.untrusted");
  expect(rulings(await explained({}, "run_build", { trusted: true }))["exec"]).toBe("+exec.trusted");
});

test("a request that the operation cannot do without is a denial of the operation", async () => {
  const rules = [{ id: "no-uses", decide: "deny", methods: ["textDocument/references"] }];
  const explanation = await explained({ rules }, "find_references");
  expect(explanation.denial).toMatchObject({ of: "textDocument/references", rule: "no-uses" });
  expect(policyText(explanation)).toMatch(/^find_references for mcp: textDocument\/references denied by no-uses: /);
  expect((await explained({ rules }, "inspect_symbol")).denial).toBeUndefined();
});

test("for a person it begins with the verdict, and names root, trust, version and mode", async () => {
  const explanation = await explained({ version: "3" }, "get_completions", { profile: "governed" });
  const [first, second] = policyText(explanation).split("\n");
  expect(first).toMatch(/^get_completions for mcp: read denied by surface\.passive: /);
  expect(second).toMatch(/^Root \/project, not trusted\. Policy 2\+3#\w{12}, mode read_only, surface passive\.$/);
  expect(policyText(explanation)).toMatch(/textDocument\/completion +denied +method\.not_listed: /);
});

test.each([
  ["find_reference", { rules: [{ id: "a", decide: "deny", operations: ["find_reference"] }] }],
  ["textDocument/hovers", { rules: [{ id: "a", decide: "deny", methods: ["textDocument/hovers"] }] }],
  ["textDocument/complete", { methods: ["textDocument/complete"] }],
])("a policy that names %s is refused, because that would never match", async (name, policy) => {
  const refusal = await refusalOf(explained(policy, "find_references"));
  expect(refusal).toMatchObject({
    code: "bad_input",
    details: { what: expect.stringContaining(`"${name}"`) as string },
  });
});

test.each([
  ["the id of a built-in rule", { id: "effect.granted", decide: "deny" }, "effect.granted"],
  ["an absolute pattern", { id: "a", decide: "deny", files: ["/project/secrets/**"] }, "/project/secrets/**"],
  ["a pattern that leaves the root", { id: "a", decide: "deny", files: ["src/../../etc/*"] }, "src/../../etc/*"],
  ["a pattern of the home", { id: "a", decide: "deny", files: ["~/.ssh/*"] }, "~/.ssh/*"],
  ["a bracket that is not closed", { id: "a", decide: "deny", files: ["secrets/[a"] }, "secrets/[a"],
])("a rule with %s is refused at the start", async (_, rule, name) => {
  const refusal = await refusalOf(explained({ rules: [rule] }, "find_references"));
  expect(refusal).toMatchObject({
    code: "bad_input",
    details: { what: expect.stringContaining(JSON.stringify(name)) as string },
  });
});

test.each(["/etc/passwd", "/projects/a.ts", "/project/out.ts"])(
  "what would be decided about %s is not told",
  async (file) => {
    const refusal = await refusalOf(
      explained({}, "find_references", { file, links: { "/project/out.ts": "/etc/passwd" } }),
    );
    expect(refusal).toMatchObject({ code: "outside_root", details: { what: expect.stringContaining(file) as string } });
  },
);

test("a file is meant by its own name, also where it is named through a link", async () => {
  const rules = [{ id: "sealed", decide: "deny", effects: ["read"], files: ["secrets/**"] }];
  const links = { "/project/door.ts": "/project/secrets/key.ts" };
  const explanation = await explained({ rules }, "find_references", { file: "/project/door.ts", links });
  expect(explanation).toMatchObject({ file: "secrets/key.ts", denial: { rule: "sealed" } });
});

test("a repository has no say in policy", async () => {
  const host = new MemoryHost({ clock: new StepClock() });
  host.files.write(
    filePath("/project/.sightline/lsp.json"),
    JSON.stringify({ settings: { policy: { surface: "tools" } } }),
  );
  const desk = await openDesk(host);
  const refusal = await refusalOf(desk.configured({ directory: "/project", exact: true, trusted: true }));
  expect(refusal.details.why).toBe("settings.policy can only be set by the operator, with --config or --merge-config.");
});

test.each([
  ["shown/**", "shown/key.ts"],
  ["modules/part/keys/**", "modules/part/keys/k.ts"],
  ["keys/**", "keys/k.ts"],
])("a file is judged by every name, as a call is: %s", async (pattern, name) => {
  const rules = [{ id: "sealed", decide: "deny", effects: ["read"], files: [pattern] }];
  const links = { "/project/shown": "/project/secrets" };
  const files = ["modules/part/.git/HEAD", "modules/part/keys/k.ts"];
  const file = pattern.startsWith("shown") ? "/project/secrets/key.ts" : "/project/modules/part/keys/k.ts";
  const explanation = await explained({ rules }, "find_references", { file, links, files });
  expect(explanation.denial).toMatchObject({ rule: "sealed" });
  expect([explanation.file, ...explanation.also]).toContain(name);
  expect(policyText(explanation)).toContain("It is judged by each of its names: ");
});

test("a file of a checkout inside is judged in that root, with its trust and what is protected there", async () => {
  const files = ["modules/part/.git/HEAD", "modules/part/src/k.ts", "modules/part/pyrightconfig.json"];
  const about = { files, trusted: true } as const;
  const run = await explained({}, "run_build", { ...about, file: "/project/modules/part/src/k.ts" });
  expect(run).toMatchObject({ root: "/project/modules/part", trusted: false, denial: { rule: "exec.untrusted" } });
  const write = await explained({}, "apply_edit", { ...about, file: "/project/modules/part/pyrightconfig.json" });
  expect(rulings(write)["write"]).toBe("-write.protected");
  const rules = [{ id: "part", decide: "deny", roots: ["/project/modules/part"] }];
  const denied = await explained({ rules }, "find_references", { ...about, file: "/project/modules/part/src/k.ts" });
  expect(denied.denial).toMatchObject({ rule: "part" });
});

test("what allows questions about a file does not allow the call, which is judged before its file is known", async () => {
  const rules = [
    { id: "docs", decide: "allow", effects: ["read"], files: ["src/**"] },
    { id: "none", decide: "deny", effects: ["read"], operations: ["find_references"] },
  ];
  const explanation = await explained({ rules }, "find_references", { file: "/project/src/a.ts" });
  expect(rulings(explanation)["read"]).toBe("-none");
});

test("a change of git's own files, whatever they are called, is denied as it would be", async () => {
  const files = ["bare/HEAD", "bare/objects/a", "bare/refs/heads/a", "bare/config"];
  const explanation = await explained({}, "apply_edit", { file: "/project/bare/config", files });
  expect(rulings(explanation)["write"]).toBe("-write.protected");
});
