// Settings as rows: all of them, described, and each with the layer it comes from.

import { expect, test } from "vitest";
import { profiles, settingsFor } from "./profiles.ts";
import { settingOf, settingRows } from "./listed-settings.ts";
import { operatorOnlyPaths } from "./settings.ts";

test("there is a row for every setting, with what it means and its true default", () => {
  const rows = settingRows();
  const leaves = Object.entries(settingsFor("standard", { request: { timeoutMs: 1 } })).flatMap(([group, values]) =>
    Object.keys(values).map((key) => `${group}.${key}`),
  );
  expect(rows.map(({ name }) => name)).toEqual(leaves);
  expect(rows.filter(({ description, type }) => !/[^.]\.$/.test(description) || type === "undefined")).toEqual([]);
  const standard: Record<string, Record<string, unknown>> = { ...settingsFor("standard") };
  for (const { name, byDefault } of rows) {
    const [group = "", key = ""] = name.split(".");
    expect([name, byDefault]).toEqual([name, standard[group]?.[key]]);
  }
});

test("a value comes from the first layer that has it", () => {
  const layers = [
    { origin: "file own.json", values: { restart: { max: 9 } } },
    { origin: "profile nexo", values: profiles.nexo },
  ];
  const shown = settingRows()
    .filter(({ name }) => ["restart.max", "restart.zeroExit", "restart.capMs"].includes(name))
    .map((row) => settingOf(row, layers));
  expect(shown).toEqual([
    { value: 9, origin: "file own.json" },
    { value: 30_000, origin: "default" },
    { value: "stop", origin: "profile nexo" },
  ]);
});

test("a setting says that a repository cannot set it if, and only if, its file is refused with it", () => {
  const rows = settingRows();
  const said = (name: string, description: string): boolean => {
    const [group = ""] = name.split(".");
    const ofAll = `Not settable by a repository, like all of \`${group}\`.`;
    const others = rows.filter((row) => row.name.startsWith(`${group}.`));
    return (
      description.endsWith("; not settable by a repository.") || others.some((row) => row.description.endsWith(ofAll))
    );
  };
  const refused = operatorOnlyPaths.map((path) => path.join("."));
  const isRefused = (name: string): boolean => refused.some((path) => name === path || name.startsWith(`${path}.`));
  expect(rows.filter(({ name, description }) => said(name, description) !== isRefused(name))).toEqual([]);
  expect(refused.toSorted()).toEqual([
    "cache.maxBytes",
    "commands",
    "evidence",
    "languages.extensions",
    "languages.prefer",
    "passive",
    "policy",
    "servers",
    "untrusted",
  ]);
});
