// Whether there is a newer release of Sightline, and how the executable that runs becomes it.

import type { Downloads, OwnExecutable } from "../../host/node/own-executable.ts";
import { assetHere, DownloadFault, mayFetch, nodeDownloads, ownExecutable } from "../../host/node/own-executable.ts";
import { ownRepository } from "../../host/own-build.ts";
import { ourVersion } from "../../model/own-version.ts";
import { refuse } from "../../model/refusal.ts";
import { isRecord } from "../../std/json.ts";
import { isNewer } from "./release-order.ts";

export interface UpdateChoice {
  readonly checksOnly: boolean;
  /** Also where the latest release is not newer. */
  readonly isForced: boolean;
  /** The address of the releases, where it is not the one that this build knows. */
  readonly from?: string | undefined;
}

export interface Updated {
  readonly installed: string;
  readonly latest: string;
  readonly done: "current" | "available" | "replaced";
}

export interface OwnProgram {
  readonly version: string;
  readonly executable: OwnExecutable | undefined;
  readonly repository: string | undefined;
}

interface Release {
  readonly version: string;
  /** Addresses by the names of the files. */
  readonly files: ReadonlyMap<string, string>;
}

const sums = "SHA256SUMS";

export class OwnUpdate {
  readonly #own: OwnProgram;
  readonly #downloads: Downloads;

  constructor(own: OwnProgram = runningProgram(), downloads: Downloads = nodeDownloads) {
    this.#own = own;
    this.#downloads = downloads;
  }

  async run({ checksOnly, isForced, from }: UpdateChoice): Promise<Updated> {
    const { version: installed, executable } = this.#own;
    if (executable === undefined && !checksOnly) return refuseFiles();
    const release = await this.#latest(from ?? this.#known());
    const told = { installed, latest: release.version };
    const newer = isNewer(release.version, installed);
    if (checksOnly) return { ...told, done: newer ? "available" : "current" };
    if (!newer && !isForced) return { ...told, done: "current" };
    await this.#install(release, executable ?? refuseFiles());
    return { ...told, done: "replaced" };
  }

  #known(): string {
    const { repository } = this.#own;
    if (repository !== undefined) return `https://api.github.com/repos/${repository}/releases/latest`;
    return refuse({
      code: "bad_input",
      what: "The address of the releases is not known.",
      why: "This build was not made for a release.",
      next: "Name it: sightline update --from https://…/releases/latest",
    });
  }

  async #latest(address: string): Promise<Release> {
    const text = await this.#fetched(address, () => this.#downloads.text(address));
    const release = releaseIn(text);
    if (release !== undefined) return release;
    return refuse({
      code: "malformed_reply",
      what: `${address} does not describe a release.`,
      why: "A tag such as v1.2.3 and a list of files are expected, as the interface of GitHub gives them.",
      next: "Name another address with --from.",
    });
  }

  async #install({ version, files }: Release, { path, asset }: OwnExecutable): Promise<void> {
    const [address, list] = [files.get(asset), files.get(sums)];
    if (address === undefined || list === undefined)
      return refuseRelease(version, address === undefined ? asset : sums);
    const text = await this.#fetched(list, () => this.#downloads.text(list));
    const digest = digestOf(text, asset);
    if (digest === undefined) return refuseRelease(version, `a checksum of ${asset}`);
    await this.#fetched(address, () => this.#downloads.replace(path, address, digest));
  }

  /** Every address is checked, and every fault is a refusal that says that nothing was replaced. */
  async #fetched<T>(address: string, act: () => Promise<T>): Promise<T> {
    if (!mayFetch(address)) {
      return refuse({
        code: "bad_input",
        what: `${address} is not fetched.`,
        why: "What replaces a program has to come over https, or from this machine.",
        next: "Name an https address.",
      });
    }
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DownloadFault)) throw error;
      return refuse(faultOf(error, address));
    }
  }
}

// — below: private, in the order they are used —

function runningProgram(): OwnProgram {
  return { version: ourVersion, executable: ownExecutable(), repository: ownRepository() };
}

function refuseFiles(): never {
  return refuse({
    code: "bad_input",
    what: "Only the single executable replaces itself.",
    why: "This Sightline runs from files: it was installed by npm, or is a checkout.",
    next: "Run npm install -g sightline@latest, or git pull in the checkout.",
  });
}

function refuseRelease(version: string, lacking: string): never {
  return refuse({
    code: "request_failed",
    what: `Release ${version} lacks ${lacking}; nothing was replaced.`,
    why: `A program is replaced only by one for this machine (${assetHere()}) whose checksum is published beside it.`,
    next: "Try again later, or install it another way.",
  });
}

function faultOf({ kind, message }: DownloadFault, address: string): Parameters<typeof refuse>[0] {
  switch (kind) {
    case "unreachable":
      return {
        code: "request_failed",
        what: `${address} could not be fetched; nothing was replaced.`,
        why: message,
        next: "Try again; a download that was cut begins anew.",
      };
    case "digest":
      return {
        code: "malformed_reply",
        what: `${address} is not what the release says; nothing was replaced.`,
        why: message,
        next: "Try again; if it stays, report it, and do not run that file.",
      };
    case "unwritable":
      return {
        code: "write_failed",
        what: "The executable could not be replaced, and stays as it is.",
        why: message,
        next: "Run the update as the user who may write there.",
      };
  }
}

function releaseIn(text: string): Release | undefined {
  const value = parsed(text);
  if (!isRecord(value) || !Array.isArray(value["assets"])) return undefined;
  const version = /^v?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(String(value["tag_name"]))?.[1];
  if (version === undefined) return undefined;
  const files = value["assets"].flatMap((one: unknown): [string, string][] => {
    if (!isRecord(one)) return [];
    const { name, browser_download_url: address } = one;
    return typeof name === "string" && typeof address === "string" ? [[name, address]] : [];
  });
  return { version, files: new Map(files) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is one of the ways not to describe a release.
    return undefined;
  }
}

function digestOf(list: string, asset: string): string | undefined {
  const lines = list.split("\n").map((line) => /^([0-9a-f]{64}) [ *](\S+)$/.exec(line));
  return lines.find((found) => found?.[2] === asset)?.[1];
}
