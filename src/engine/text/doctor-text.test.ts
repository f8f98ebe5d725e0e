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
  guard: "perl",
};
const words = { asTyped: (text: string) => text, named: (operation: string) => operation };

test("a guard in Node is told with what it costs, and one in Perl is not worth a word", () => {
  expect(doctorText(report, words)).toMatch(/answer\.\n$/);
  expect(doctorText({ ...report, guard: "node" }, words)).toMatch(/\n\nThe guard process runs in Node .*5 MB\.\n$/);
});
