import { expect, test } from "vitest";
import type { DoctorReport } from "../doctor.ts";
import { doctorText } from "./doctor-text.ts";

const python = {
  language: "python",
  files: 1,
  server: "pyright",
  version: "1",
  probes: [],
  supported: [],
  unsupported: [],
};
const report: DoctorReport = {
  root: "/root",
  languages: [{ ...python, missing: undefined, install: undefined }],
  isWhole: true,
  guard: "perl",
};
const words = { asTyped: (text: string) => text, named: (operation: string) => operation };

test("a guard in Node is told with what it costs, and one in Perl is not worth a word", () => {
  expect(doctorText(report, words)).toMatch(/answer\.\n$/);
  expect(doctorText({ ...report, guard: "node" }, words)).toMatch(/\n\nThe guard process runs in Node .*5 MB\.\n$/);
});

test("the language that most of the code is in has to be served; prose and data have not", () => {
  const [served] = report.languages;
  if (served === undefined) throw new Error("the report has a language");
  const unserved = { ...served, server: undefined, install: "get it" };
  const markdown = { ...unserved, language: "markdown", files: 9 };
  expect(doctorText({ ...report, languages: [unserved, markdown] }, words)).toContain(
    "Questions about python, in which most of the code here is written, cannot be answered",
  );
  expect(doctorText({ ...report, isWhole: false, languages: [unserved] }, words)).toContain(
    "Questions about python cannot be answered",
  );
  expect(doctorText({ ...report, languages: [markdown, served, { ...unserved, language: "go" }] }, words)).toMatch(
    /answer\. No server is installed for markdown, go\.\n$/,
  );
});
