// Settings as rows: all of them, described, and each with the layer it comes from.

import { expect, test } from "vitest";
import { profiles, settingsFor } from "./profiles.ts";
import { settingOf, settingRows } from "./setting-rows.ts";

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
