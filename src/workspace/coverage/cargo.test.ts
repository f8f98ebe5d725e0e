// Several workspaces of Cargo below one root: what is loaded as a folder of its own, and what stays in doubt.

import { describe, expect, test } from "vitest";
import type { CoverageCase } from "../../../test/support/kits/coverage-kit.ts";
import { coverageTexts } from "../../../test/support/kits/coverage-kit.ts";
import { cargoCoverage } from "./cargo.ts";

async function anchorsOf(one: CoverageCase): Promise<readonly string[]> {
  return (await coverageTexts(cargoCoverage, one)).anchors;
}

async function reasonsOf(one: CoverageCase): Promise<readonly string[]> {
  return (await coverageTexts(cargoCoverage, one)).reasons;
}

describe("Rust in several workspaces", () => {
  const base = ["libs/base/Cargo.toml=[package]\n", "libs/base/src/lib.rs"];
  const user = (name: string, more = ""): string[] => [
    `apps/${name}/Cargo.toml=[dependencies]\nbase = { path = "../../libs/base"${more} }\n`,
    `apps/${name}/src/lib.rs`,
  ];
  const asked = "libs/base/src/lib.rs";
  const folders = ["libs/base", "apps/one", "apps/two"];

  test("those that lie deep are loaded as folders of their own", async () => {
    const files = [...base, ...user("one"), ...user("two")];
    expect(await anchorsOf({ files, asked })).toEqual(folders);
    expect(await reasonsOf({ files, asked, folders })).toEqual([]);
    expect(await reasonsOf({ files, asked, folders: ["libs/base", "apps/one"] })).toEqual([
      "projects_not_loaded: apps/two/src/lib.rs is in crates that are not loaded",
    ]);
  });

  test("members are loaded by their workspace, what is excluded by itself, and what Cargo refuses not at all", async () => {
    const files = [
      'deep/down/Cargo.toml=[workspace]\nmembers = ["a"]\nexclude = ["b"]\n',
      ...["a", "b", "c"].flatMap((name) => [
        `deep/down/${name}/Cargo.toml=[package]\n`,
        `deep/down/${name}/src/lib.rs`,
      ]),
    ];
    const anchors = await anchorsOf({ files, asked: "deep/down/a/src/lib.rs" });
    expect(anchors).toEqual(["deep/down", "deep/down/b"]);
    const loaded = { files, asked: "deep/down/a/src/lib.rs", folders: ["deep/down", "deep/down/b"] };
    expect(await reasonsOf(loaded)).toEqual([
      "projects_not_loaded: deep/down/c/src/lib.rs is in crates that are not loaded",
    ]);
  });

  test.each<[string, readonly string[]]>([
    ["features", ["libs/base/Cargo.toml=[features]\nx = []\n", "libs/base/src/lib.rs", ...user("one"), ...user("two")]],
    ["a build script", [...base, "libs/base/build.rs", ...user("one"), ...user("two")]],
    [
      "dependencies, used through the workspace",
      [
        ...['libs/base/Cargo.toml=[dependencies]\nserde = "1"\n', "libs/base/src/lib.rs"],
        'apps/one/Cargo.toml=[workspace.dependencies]\nbase = { path = "../../libs/base" }\n',
        ...["apps/one/src/lib.rs", ...user("two")],
      ],
    ],
  ])("a crate that several build and that has %s may be searched in part", async (_, files) => {
    expect(await reasonsOf({ files, asked, folders })).toEqual([
      "server_not_exhaustive: libs/base belongs to several workspaces of Cargo, and uses in some of them may be missed",
    ]);
  });
});
