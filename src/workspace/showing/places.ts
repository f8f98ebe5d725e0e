// From which places text may be shown: the open roots, the checkout around the root, and what is installed on the machine.
//
// Invariant: a place is judged by its real path.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, isInside, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { Checkouts } from "../root.ts";
import { orIfBarred } from "../version-control.ts";

export interface PlacesContext {
  readonly host: Host;
  readonly root: FilePath;
  /** The other roots that are open. */
  others(): readonly FilePath[];
}

export class ShownPlaces {
  readonly #context: PlacesContext;
  readonly #installed: readonly FilePath[];
  readonly #checkouts: Checkouts;

  constructor(context: PlacesContext) {
    this.#context = context;
    this.#installed = installedPlaces(context.host);
    this.#checkouts = new Checkouts(context.host);
  }

  /** What is shown as a part of the project: the roots, and the checkout of which the root is a part. */
  async own(): Promise<readonly FilePath[]> {
    const { root } = this.#context;
    const [around] = await this.#checkouts.around(root);
    return [root, ...(around === undefined ? [] : [around]), ...this.#context.others()];
  }

  /** Whether text of a file at this real path may be shown. */
  async mayShow(real: FilePath): Promise<boolean> {
    return (await this.isKnown(real)) || this.#isPackage(real);
  }

  /** Whether a real path lies in the project, or where the system and its tools are installed. */
  async isKnown(real: FilePath): Promise<boolean> {
    return [...(await this.own()), ...this.#installed].some((place) => isInside(place, real));
  }

  /** The first place outside that a path leads to, where there is something; a file may be named without its ending. */
  async outsideOf(path: FilePath): Promise<FilePath | undefined> {
    for (const target of await this.#targets(path)) if (!(await this.mayShow(target))) return target;
    return undefined;
  }

  // — below: private, in the order they are used —

  /** Stores of packages, and the packages that a program of the root finds. */
  #isPackage(real: FilePath): boolean {
    if (/\/(?:site|dist)-packages\/|\/node_modules\/\.pnpm\/|\/\.pnpm-store\/|\/\.yarn\//.test(real)) return true;
    const holder = parseFilePath(real.slice(0, Math.max(0, real.indexOf("/node_modules/"))));
    return holder !== undefined && [this.#context.root, ...ancestors(this.#context.root)].includes(holder);
  }

  async #targets(path: FilePath): Promise<FilePath[]> {
    const { files } = this.#context.host;
    const parent = parentOf(path);
    const exact = await orIfBarred(undefined, () => files.real(path));
    if (parent === undefined) return exact === undefined ? [] : [exact];
    const stem = baseName(path).replace(/\.[^.]*$/, "");
    const entries = (await orIfBarred(undefined, () => files.list(parent))) ?? [];
    const named = entries.filter(({ name }) => stem !== "" && name.startsWith(`${stem}.`));
    const found = await Promise.all(
      named.map(({ name }) => orIfBarred(undefined, () => files.real(joinPath(parent, name)))),
    );
    return [exact, ...found].filter((one) => one !== undefined);
  }
}

function installedPlaces({ home, env, platform }: Host): FilePath[] {
  const system =
    platform === "win32"
      ? ["C:/Program Files", "C:/Program Files (x86)"]
      : [
          ...[
            "/usr/include",
            "/usr/lib",
            "/usr/lib32",
            "/usr/lib64",
            "/usr/libexec",
            "/usr/share",
            "/usr/local",
            "/lib",
          ],
          ...["/lib64", "/opt", "/nix/store", "/gnu/store", "/snap", "/Library", "/System/Library", "/Applications"],
        ];
  const ofHome = [
    ...["go/pkg/mod", "sdk", ".cargo/registry", ".cargo/git", ".rustup/toolchains", ".m2/repository", ".gradle/caches"],
    ...[".nuget/packages", ".pub-cache", ".local/lib", ".local/share/pnpm/store", "Library/pnpm/store", ".bun/install"],
    ...[".pyenv/versions", ".asdf/installs", ".local/share/mise/installs", ".nvm/versions"],
  ];
  const told = [env["GOROOT"], env["GOMODCACHE"], env["RUSTUP_HOME"]].flatMap((one) => one ?? []);
  const gopaths = (env["GOPATH"] ?? "").split(platform === "win32" ? ";" : ":").filter((one) => one !== "");
  const named = [...system, ...told, ...gopaths.map((one) => `${one}/pkg/mod`)].flatMap(
    (one) => parseFilePath(one) ?? [],
  );
  return [...named, ...(home === undefined ? [] : ofHome.map((one) => joinPath(home, one)))];
}
