// Which files may notice that a script changes.

import type { ReachRules } from "../reach-rules.ts";

export const scriptReach: ReachRules = {
  decidedBy: ["*tsconfig*.json", "*jsconfig*.json", "package.json", ".npmrc", "pnpm-workspace.yaml", ".pnp.*"],
  otherFiles: "imported",
  decides: (file, text) => /\.jsonc?$/.test(file) && /"compilerOptions"/.test(text),
  /** What is neither script nor JSON is meant only by its name. */
  mayMean(modules, file) {
    if (/\.(?:[cm]?[jt]sx?|vue|svelte|astro|jsonc?)$/.test(file)) return true;
    const stem = stemOf(file.slice(file.lastIndexOf("/") + 1));
    return modules.some((module) => module.split(/[/\\!?#&=|]/).some((part) => stemOf(part) === stem));
  },
};

function stemOf(name: string): string {
  return name.split(".", 1)[0] ?? "";
}
