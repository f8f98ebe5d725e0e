// Where a person has the skills put into the directory of an agent.
//
// Invariant: what is not ours, or was changed since it was ours, is replaced only where a person forces it.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { ownSkills } from "../../host/own-skills.ts";
import { ownFileBytes } from "../../host/read-limits.ts";
import type { SkillPlace } from "../../host/skill-places.ts";
import { skillDirectoryOf, skillPlaces } from "../../host/skill-places.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath, parentOf, parseFilePath } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { at, parsedJson } from "../../std/json.ts";
import type { Skill } from "./skill-files.ts";
import { readSkills, skillFile } from "./skill-files.ts";

export interface InstallChoice {
  readonly copy: boolean;
  readonly force: boolean;
  /** Absolute; the agent's own without it. */
  readonly directory?: string | undefined;
}

/** `kept` was there before, is not ours, and stays. */
export type InstalledSkills = "linked" | "copied" | "already there" | "kept";

export interface Installation {
  readonly directory: FilePath;
  readonly skills: readonly { readonly name: string; readonly done: InstalledSkills; readonly replaced: boolean }[];
}

/** Beside a copy: what it was when it was made. The script for the shell knows it too. */
const twin = ".sightline";

export class SkillDesk {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  list(): Promise<readonly Skill[]> {
    return readSkills();
  }

  async install({ copy, force, directory: given }: InstallChoice): Promise<Installation> {
    const directory = given === undefined ? this.#default() : parseFilePath(given);
    if (directory === undefined) {
      return refuse({
        code: "bad_input",
        what: "The skills directory of this user is not known.",
        why: "Neither HOME nor CLAUDE_CONFIG_DIR is set.",
        next: "Name the directory.",
      });
    }
    await skillPlaces.makeDirectory(directory);
    const skills = [];
    for (const { name } of await readSkills()) {
      skills.push({ name, ...(await this.#put(joinPath(directory, name), name, copy, force)) });
    }
    return { directory, skills };
  }

  /** The names of those that an installation would put there, in the place of nothing or of former ones of ours. */
  async missing(directory: FilePath, copy: boolean): Promise<readonly string[]> {
    const names: string[] = [];
    for (const { name } of await readSkills()) {
      const [from, to] = [joinPath(ownSkills, name), joinPath(directory, name)];
      const place = await skillPlaces.look(to);
      if (await this.#isThere(place, from, to, copy)) continue;
      if (place.kind === "nothing" || (await this.#isOurs(place, to, name))) names.push(name);
    }
    return names;
  }

  /** The names of what Sightline has put into a directory, and has not been changed since. */
  async ours(directory: FilePath): Promise<readonly string[]> {
    const names = ((await orIfUnreadable(undefined, () => this.#host.files.list(directory))) ?? []).map(
      ({ name }) => name,
    );
    const found: string[] = [];
    for (const name of names.sort()) {
      const path = joinPath(directory, name);
      const place = await skillPlaces.look(path);
      const isOurs = place.kind === "link" ? await this.#leadsToOurs(place) : await this.#isOurs(place, path, name);
      if (isOurs) found.push(name);
    }
    return found;
  }

  /** Removes links and copies, never what a link leads to. */
  async remove(directory: FilePath, names: readonly string[]): Promise<void> {
    for (const name of names) await skillPlaces.remove(joinPath(directory, name));
  }

  /** A link into the skills of a Sightline, this one or another; a skill of the user that names our tools is none. */
  async #leadsToOurs({ target, real }: Extract<SkillPlace, { readonly kind: "link" }>): Promise<boolean> {
    if (/[\\/]sightline[\\/]skills[\\/][^\\/]+$/.test(target)) return true;
    const above = real && parentOf(real);
    if (above === undefined) return false;
    if (above === (await this.#host.files.real(ownSkills))) return true;
    const manifest = parentOf(above) && (await this.#read(joinPath(above, "..", "package.json")));
    return baseName(above) === "skills" && manifest !== undefined && this.#isOurPackage(manifest);
  }

  #isOurPackage(manifest: Uint8Array): boolean {
    return at(parsedJson(this.#host.files.decode(manifest).text), ["name"]) === "sightline";
  }

  #default(): FilePath | undefined {
    return skillDirectoryOf(this.#host.env, this.#host.home);
  }

  async #put(
    to: FilePath,
    name: string,
    copy: boolean,
    force: boolean,
  ): Promise<{ readonly done: InstalledSkills; readonly replaced: boolean }> {
    const from = joinPath(ownSkills, name);
    const place = await skillPlaces.look(to);
    if (await this.#isThere(place, from, to, copy)) return { done: "already there", replaced: false };
    const isFree = place.kind === "nothing";
    if (!isFree && !force && !(await this.#isOurs(place, to, name))) return { done: "kept", replaced: false };
    if (!isFree) await skillPlaces.remove(to);
    await (copy ? skillPlaces.copy(from, to, skillFile, twin) : skillPlaces.link(from, to));
    return { done: copy ? "copied" : "linked", replaced: !isFree };
  }

  async #isThere(place: SkillPlace, from: FilePath, to: FilePath, copy: boolean): Promise<boolean> {
    if (place.kind === "nothing" || place.kind === "other") return false;
    const { files } = this.#host;
    const leadsHome = (await files.real(to)) === (await files.real(from));
    if (place.kind === "link") return !copy && leadsHome;
    // The directory that was named may be the very one that they are installed from.
    if (leadsHome) return true;
    return (
      copy && (await this.#isUnchanged(to)) && (await this.#isSame(joinPath(from, skillFile), joinPath(to, skillFile)))
    );
  }

  /** A link into an installed Sightline, wherever that is or was; or an unmodified copy. */
  async #isOurs(place: SkillPlace, to: FilePath, name: string): Promise<boolean> {
    if (place.kind === "directory") return this.#isUnchanged(to);
    if (place.kind !== "link") return false;
    const segments = place.target.split(/[\\/]/).slice(-3).join("/");
    if (segments === `sightline/skills/${name}`) return true;
    return place.real !== undefined && this.#asksForUs(joinPath(place.real, skillFile));
  }

  /** A file beside those of the copy is of a person. */
  async #isUnchanged(directory: FilePath): Promise<boolean> {
    const names = (await orIfUnreadable([], () => this.#host.files.list(directory))) ?? [];
    if (names.some(({ name }) => name !== twin && name !== skillFile)) return false;
    return this.#isSame(joinPath(directory, twin), joinPath(directory, skillFile));
  }

  async #isSame(one: FilePath, other: FilePath): Promise<boolean> {
    const { files } = this.#host;
    const [a, b] = await Promise.all([this.#read(one), this.#read(other)]);
    return a !== undefined && b !== undefined && files.hash(a) === files.hash(b);
  }

  async #asksForUs(file: FilePath): Promise<boolean> {
    const bytes = await this.#read(file);
    return bytes !== undefined && this.#host.files.decode(bytes).text.includes("mcp__sightline__");
  }

  /** Undefined also for what cannot be read: it was not written by us. */
  async #read(file: FilePath): Promise<Uint8Array | undefined> {
    return orIfUnreadable(undefined, () => this.#host.files.read(file, ownFileBytes));
  }
}
