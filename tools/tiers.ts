// The tiers of the tests: what a test needs is told by where its file is. See the table of tiers in CONTRIBUTING.md.

export type Tier = "pure" | "toy" | "faults" | "doors" | "real" | "house" | "differential";

/** In the order of the reports. */
export const tiers: readonly Tier[] = ["pure", "toy", "faults", "doors", "real", "house", "differential"];

/** The project of `vitest.config.ts` that runs a tier: `quick` is what `npm run test:quick` runs. */
export const projectOf: Readonly<Record<Tier, "quick" | "doors" | "real">> = {
  pure: "quick",
  toy: "quick",
  house: "quick",
  differential: "quick",
  faults: "doors",
  doors: "doors",
  real: "real",
};

const pureFolders = ["std", "model", "languages", "protocol", "rpc", "render", "config", "catalog", "policy"];

/** Takes a path relative to the root, with forward slashes. */
export function tierOf(path: string): Tier {
  const [top = "", folder = ""] = path.split("/");
  if (top === "src") return pureFolders.includes(folder) ? "pure" : "toy";
  return tiers.find((tier) => tier === folder) ?? "toy";
}
