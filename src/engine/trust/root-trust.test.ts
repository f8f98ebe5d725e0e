// Trust: who gives it, what it is pinned to, and what is said when it no longer fits.

import { expect, test } from "vitest";
import { MemoryHost } from "../../host/memory/memory.ts";
import type { PrivateFiles } from "../../host/private-file.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, joinPath } from "../../model/file-path.ts";
import type { RepositoryIdentity } from "../../store/grants.ts";
import { Grants } from "../../store/grants.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { identityOf } from "./repository-identity.ts";
import { grantsOf, trustOf } from "./root-trust.ts";

const root = filePath("/project");
const own = joinPath(root, ".sightline/lsp.json");
const at = "2026-01-02T03:04:05.000Z";

interface Case {
  readonly state?: string;
  /** Without a repository, the one that stands there. */
  readonly grant?: { readonly text: string | undefined; readonly repository?: RepositoryIdentity };
  readonly now?: string;
  /** What the grant is damaged to. */
  readonly raw?: string;
  /** Why another user could have written the grants. */
  readonly doubt?: string;
  readonly forThisRun?: boolean;
}

async function decided(given: Case): Promise<{ trusted: boolean; reads: boolean; why: string[] }> {
  const host = new MemoryHost({ clock: new FakeClock() });
  host.files.write(joinPath(root, "a.go"), "package a");
  const written: FilePath[] = [];
  const inMemory: PrivateFiles = {
    write: async (path, text) => {
      written.push(path);
      host.files.write(path, text);
    },
    remove: async (path) => host.files.remove(path).length > 0,
    doubt: async () => given.doubt,
  };
  const grants = new Grants(host.files, inMemory, filePath(given.state ?? "/state"));
  if (given.grant !== undefined) {
    const { text } = given.grant;
    const pinned = text === undefined ? {} : { pinned: host.files.hash(new TextEncoder().encode(text)) };
    const { repository = await identityOf(host, root) } = given.grant;
    await grants.put({ root, at, repository, ...pinned });
  }
  const { raw } = given;
  if (raw !== undefined) for (const path of written) host.files.write(path, raw);
  if (given.now !== undefined) host.files.write(own, given.now);
  const found = await trustOf(host, grants, root, given.forThisRun);
  const why = found.notices.map((notice: BridgeEvent) => (notice.type === "config.ignored" ? notice.why : notice.type));
  return { trusted: found.trusted, reads: found.own !== undefined, why };
}

test.each(["{", '{"servers": 1}', "\0", '{"settings": {"commands": {}}}'])(
  "trust is decided before a byte of the repository is understood: %j is not even found wrong [S03 S05]",
  async (now) => {
    expect(await decided({ now })).toEqual({ trusted: false, reads: false, why: ["the root is not trusted"] });
  },
);

test("no root is trusted unasked, and a configuration is reported [S03]", async () => {
  expect(await decided({})).toEqual({ trusted: false, reads: false, why: [] });
  expect(await decided({ now: "{}" })).toEqual({ trusted: false, reads: false, why: ["the root is not trusted"] });
});

test("a grant holds for its root, and for the configuration that was shown [S04]", async () => {
  expect(await decided({ grant: { text: undefined } })).toEqual({ trusted: true, reads: false, why: [] });
  expect(await decided({ grant: { text: "{}" }, now: "{}" })).toEqual({ trusted: true, reads: true, why: [] });
});

test("a configuration that changed or came later is not read", async () => {
  const next = "sightline trust shows what it says now";
  expect(await decided({ grant: { text: "{}" }, now: "{ }" })).toEqual({
    trusted: true,
    reads: false,
    why: [`it has changed since the root was trusted; ${next}`],
  });
  expect(await decided({ grant: { text: undefined }, now: "{}" })).toEqual({
    trusted: true,
    reads: false,
    why: [`it was not there when the root was trusted; ${next}`],
  });
});

test.each([
  ["a directory", (host: MemoryHost) => host.files.write(joinPath(own, "inside"), "{}"), "it is a directory"],
  ["too large", (host: MemoryHost) => host.files.write(own, " ".repeat(1_000_001)), "it has more than 1 MB"],
  ["closed to us", closed, "the system says EIO"],
] as const)("a configuration that is %s is not read, even in a trusted root", async (_, place, why) => {
  for (const forThisRun of [true, undefined]) {
    const host = new MemoryHost({ clock: new FakeClock() });
    host.files.write(joinPath(root, "a.go"), "package a");
    place(host);
    host.files.duringRead(own, () => expect.unreachable("it was read"));
    const found = await trustOf(host, grantsOf(host), root, forThisRun);
    expect(found).toMatchObject({ own: undefined, notices: [{ type: "config.ignored", file: own, why }] });
  }
});

function closed(host: MemoryHost): void {
  host.files.write(own, "{}");
  host.files.fail(own, "EIO");
}

test("trust for one run needs no grant, and distrust for one run heeds none", async () => {
  expect(await decided({ now: "{}", forThisRun: true })).toEqual({ trusted: true, reads: true, why: [] });
  expect(await decided({ grant: { text: undefined }, forThisRun: false })).toMatchObject({ trusted: false });
});

test("a damaged grant trusts nothing, and it is said", async () => {
  expect(await decided({ grant: { text: undefined }, raw: "{" })).toEqual({
    trusted: false,
    reads: false,
    why: ["it is not JSON; it is ignored"],
  });
});

test.each([
  ["another directory", { directory: "other" }],
  ["another directory of git", { directory: "/project", git: "other" }],
])("a grant of %s is not one of this repository, and it is said [S04]", async (_, repository) => {
  expect(await decided({ grant: { text: "{}", repository }, now: "{}" })).toEqual({
    trusted: false,
    reads: false,
    why: [
      "this is not the repository you trusted at /project; sightline trust shows this one and asks again",
      "the root is not trusted",
    ],
  });
});

test("a grant of an earlier version does not say which repository it is for, and grants nothing", async () => {
  const raw = JSON.stringify({ version: 1, root, at });
  expect(await decided({ grant: { text: undefined }, raw })).toMatchObject({
    trusted: false,
    why: [expect.stringContaining("the grant does not say which repository you trusted at /project")],
  });
});

test("grants that another user could have written trust nothing, and it is said", async () => {
  expect(await decided({ doubt: "other users may write it" })).toEqual({
    trusted: false,
    reads: false,
    why: ["other users may write it; it is ignored"],
  });
});

test("grants inside the root are not believed: a repository could bring them along", async () => {
  const found = await decided({ state: "/project/state", grant: { text: undefined } });
  expect(found).toEqual({
    trusted: false,
    reads: false,
    why: ["it is inside the root, which could have supplied it"],
  });
});
