// Where a person has Sightline put into the configuration of coding agents, and taken out of it.
//
// Invariant: all of it is planned from what is there before anything is written, and a file that cannot be changed as it should be ends the plan.

import type { Host } from "../../host/host.ts";
import { orIfFaulty } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import { rootOf } from "../preparation.ts";
import { SkillDesk } from "../skills/skill-desk.ts";
import { mustKeepStateApart } from "../trust/own-places.ts";
import { isSetUp, partNamed, setupParts, skillsPlace } from "./agent-files.ts";
import type { PlacedPart } from "./agent-files.ts";
import type { SetupAgent, SetupScope } from "./agents.ts";
import { setupAgents, setupScopes } from "./agents.ts";
import type { AgentLaunch } from "./launch.ts";
import { launchFor } from "./launch.ts";
import type { OwnState } from "./own-state.ts";
import { ownState, removeState } from "./own-state.ts";
import type { PartKind, ReplacedStretch } from "./parts.ts";
import { isNotPut } from "./parts.ts";
import type { SetupFile, SetupPlace } from "./places.ts";
import { isBaseOfUser, readPlace, realPlace, refuseFile } from "./places.ts";
import type { SetUpFile, SetupRecord } from "./record.ts";
import { emptyRecord, readRecord, writeRecord } from "./record.ts";
import { withoutOurs } from "./without-ours.ts";
import { absentDirectories, writeAll } from "./write-all.ts";

/** Which agents a command is about. */
export interface SetupChoice {
  /** Absolute. */
  readonly directory: string;
  /** By their ids; empty for all that are set up here. */
  readonly agents: readonly string[];
}

export interface InitChoice extends SetupChoice {
  readonly scope: SetupScope;
  readonly hooks: boolean;
  readonly skills: boolean;
  readonly guide: boolean;
}

export interface UninstallChoice extends SetupChoice {
  /** Both without it. */
  readonly scope: SetupScope | undefined;
}

export interface ConfigurationChange {
  readonly file: SetupFile;
  /** Undefined where the file goes. */
  readonly after: string | undefined;
  /** What comes or goes. */
  readonly parts: readonly { readonly agent: string; readonly kind: PartKind; readonly title: string }[];
  readonly edits: readonly ReplacedStretch[];
  readonly made: readonly (readonly string[])[];
}

/** Skills that come to a directory, or leave it. */
export interface SkillChange {
  readonly place: SetupPlace;
  readonly names: readonly string[];
  /** Copied where other people get them too, linked elsewhere. */
  readonly copies: boolean;
}

export interface SetupPlan {
  readonly project: FilePath;
  readonly agents: readonly SetupAgent[];
  readonly launch: AgentLaunch | undefined;
  readonly changes: readonly ConfigurationChange[];
  readonly skills: readonly SkillChange[];
  /** What a person should know beside it. */
  readonly remarks: readonly string[];
}

export class SetupDesk {
  readonly #host: Host;
  readonly #skills: SkillDesk;

  constructor(host: Host) {
    this.#host = host;
    this.#skills = new SkillDesk(host);
  }

  /** Paths are shown from this person's home directory. */
  get reader(): Pick<Host, "home"> {
    return { home: this.#host.home };
  }

  async planInit(choice: InitChoice): Promise<SetupPlan> {
    const project = await this.#project(choice.directory);
    const agents = await this.#chosen(project, choice, choice.scope);
    const launch = await launchFor(this.#host, choice.scope);
    const placed: PlacedPart[] = [];
    const remarks: string[] = [];
    for (const agent of agents) {
      const parts = await setupParts(this.#host, project, agent, choice.scope);
      if (!parts.some(({ part }) => part.kind === "server")) {
        remarks.push(`${agent.title} has no MCP servers for ${scopeWords[choice.scope]}.`);
      }
      placed.push(...parts.filter(({ part }) => isWanted(part.kind, choice)));
    }
    const changes = await this.#puttings(placed, launch);
    const skills = choice.skills ? await this.#skillsToCome(project, agents, choice.scope) : [];
    if (choice.scope === "project" && !launch.isShared && changes.length > 0) {
      remarks.push(
        "The command names files of this machine; install Sightline as `sightline` before you share these files.",
      );
    }
    return { project, agents, launch, changes, skills, remarks };
  }

  async init(plan: SetupPlan): Promise<void> {
    const host = this.#host;
    const record = await readRecord(host);
    const places = [
      ...plan.changes.map(({ file }) => file.real),
      ...plan.skills.map(({ place }) => joinPath(place.path, "x")),
    ];
    const directories = await absentDirectories(host, places);
    const skills = plan.skills.map(({ place }) => place);
    await writeRecord(host, withChanges(record, plan.changes, { directories, skills }));
    const former = await Promise.all(skills.map(({ path }) => this.#skills.ours(path)));
    try {
      for (const { place, copies } of plan.skills) {
        await this.#skills.install({ directory: place.path, copy: copies, force: false });
      }
      await writeAll(host, plan.changes.map(written));
    } catch (error) {
      for (const [index, { path }] of skills.entries()) {
        const come = (await this.#skills.ours(path)).filter((name) => former[index]?.includes(name) !== true);
        await this.#skills.remove(path, come);
      }
      for (const directory of [...directories].reverse())
        await orIfFaulty(false, () => host.writing.removeDirectory(directory));
      await writeRecord(host, record);
      throw error;
    }
  }

  async planUninstall(choice: UninstallChoice): Promise<SetupPlan> {
    const project = await this.#project(choice.directory);
    const scopes = choice.scope === undefined ? setupScopes : [choice.scope];
    const agents = choice.agents.length === 0 ? setupAgents : named(choice.agents);
    const record = await readRecord(this.#host);
    const isMeant = ({ base }: SetupPlace): boolean =>
      (choice.scope !== "user" || isBaseOfUser(this.#host, base)) && (choice.scope !== "project" || base === project);
    const placed: PlacedPart[] = [];
    for (const file of record.files.filter(isMeant)) placed.push(...recordedParts(file, agents, project));
    for (const agent of agents) {
      for (const scope of scopes) placed.push(...(await setupParts(this.#host, project, agent, scope)));
    }
    const remarks: string[] = [];
    const changes = await this.#takings(placed, record, remarks);
    const skillPlaces: SetupPlace[] = choice.agents.length === 0 ? record.skills.filter(isMeant) : [];
    for (const agent of agents) {
      for (const scope of scopes) {
        const place = await skillsPlace(this.#host, project, agent, scope);
        if (place !== undefined) skillPlaces.push(place);
      }
    }
    const skills = await this.#skillsToGo(skillPlaces, remarks);
    return { project, agents, launch: undefined, changes, skills, remarks };
  }

  async uninstall(plan: SetupPlan): Promise<void> {
    const host = this.#host;
    const record = await readRecord(host);
    await writeAll(host, plan.changes.map(written));
    for (const { place, names } of plan.skills) await this.#skills.remove(place.path, names);
    const left: FilePath[] = [];
    for (const directory of [...record.directories].reverse()) {
      // One that holds something of others stays, and is no longer ours to remove.
      if (!(await orIfFaulty(false, () => host.writing.removeDirectory(directory)))) left.unshift(directory);
    }
    const gone = new Set(plan.changes.map(({ file }) => file.real));
    const files = record.files.filter(({ path }) => !gone.has(path));
    const skills = record.skills.filter(({ path }) => !plan.skills.some(({ place }) => place.path === path));
    if (record !== emptyRecord)
      await writeRecord(host, { ...record, files, skills, directories: files.length === 0 ? [] : left });
  }

  /** What Sightline keeps for this user; undefined where there is nothing. */
  state(): Promise<OwnState | undefined> {
    return ownState(this.#host);
  }

  removeState(state: OwnState): Promise<void> {
    return removeState(this.#host, state);
  }

  // — below: private, in the order they are used —

  async #project(directory: string): Promise<FilePath> {
    const project = await rootOf(this.#host, directory, false);
    await mustKeepStateApart(this.#host, project, this.#host.stateDirectory);
    return project;
  }

  async #chosen(project: FilePath, { agents }: SetupChoice, scope: SetupScope): Promise<readonly SetupAgent[]> {
    if (agents.length > 0) return named(agents);
    const found: SetupAgent[] = [];
    for (const agent of setupAgents) if (await isSetUp(this.#host, project, agent, scope)) found.push(agent);
    if (found.length > 0) return found;
    return refuse({
      code: "file_not_found",
      what: "No coding agent was found here.",
      why: `Neither a program nor a configuration of one is there: ${setupAgents.map(({ title }) => title).join(", ")}.`,
      next: `Name yours: sightline init --agent ${setupAgents[0]?.id}`,
    });
  }

  async #puttings(placed: readonly PlacedPart[], launch: AgentLaunch): Promise<ConfigurationChange[]> {
    const changes: ConfigurationChange[] = [];
    for (const { file, parts } of await this.#grouped(placed)) {
      let text = file.text ?? "";
      const change = {
        file,
        parts: [] as ConfigurationChange["parts"][number][],
        edits: [] as ReplacedStretch[],
        made: [] as (readonly string[])[],
      };
      for (const { agent, part } of parts) {
        const put = part.put(text, launch);
        if (isNotPut(put)) refuseFile(file.path, put.why, "Mend it");
        if (put === undefined) continue;
        text = put.text;
        change.parts.push({ agent: agent.id, kind: part.kind, title: part.title });
        change.edits.push(...put.edits);
        change.made.push(...put.made);
      }
      if (change.parts.length > 0) changes.push({ ...change, after: text });
    }
    return changes;
  }

  async #takings(
    placed: readonly PlacedPart[],
    record: SetupRecord,
    remarks: string[],
  ): Promise<ConfigurationChange[]> {
    const changes: ConfigurationChange[] = [];
    for (const { file, parts } of await this.#grouped(placed, record, remarks)) {
      if (file.text === undefined) continue;
      const known = record.files.find(({ path }) => path === file.real);
      const rest = withoutOurs(
        file.text,
        parts.map(({ part }) => part),
        known,
      );
      if (isNotPut(rest)) refuseFile(file.path, rest.why, "Mend it");
      if (rest === undefined) continue;
      const taken = parts.filter(({ part }) => rest.kinds.includes(part.kind));
      const told = taken.map(({ agent, part }) => ({ agent: agent.id, kind: part.kind, title: part.title }));
      changes.push({ file, after: rest.text, parts: told, edits: [], made: [] });
    }
    return changes;
  }

  /** By the files that the places really are: one may serve several agents, or be a link to another. */
  async #grouped(
    placed: readonly PlacedPart[],
    record?: SetupRecord,
    remarks: string[] = [],
  ): Promise<readonly { readonly file: SetupFile; readonly parts: readonly PlacedPart[] }[]> {
    const groups = new Map<FilePath, { readonly file: SetupFile; readonly parts: PlacedPart[] }>();
    for (const one of placed) {
      const file = await readPlace(this.#host, one.place).catch((error: unknown) => {
        const isOurs = record === undefined || record.files.some(({ path }) => path === one.place.path);
        if (isOurs) throw error;
        passBy(one.place, error, remarks);
        return undefined;
      });
      if (file === undefined) continue;
      const group = groups.get(file.real) ?? { file, parts: [] };
      const isTwice = group.parts.some(({ agent, part }) => {
        return part.kind === one.part.kind && (part.kind === "guide" || agent.id === one.agent.id);
      });
      if (!isTwice) group.parts.push(one);
      groups.set(file.real, group);
    }
    return [...groups.values()];
  }

  async #skillsToCome(project: FilePath, agents: readonly SetupAgent[], scope: SetupScope): Promise<SkillChange[]> {
    const changes: SkillChange[] = [];
    for (const agent of agents) {
      const place = await skillsPlace(this.#host, project, agent, scope);
      if (place === undefined || changes.some((change) => change.place.path === place.path)) continue;
      await realPlace(this.#host, place);
      const copies = scope === "project" || (await launchFor(this.#host, scope)).isShared;
      const names = await this.#skills.missing(place.path, copies);
      if (names.length > 0) changes.push({ place, names, copies });
    }
    return changes;
  }

  async #skillsToGo(places: readonly SetupPlace[], remarks: string[]): Promise<SkillChange[]> {
    const changes: SkillChange[] = [];
    for (const place of places) {
      if (changes.some((change) => change.place.path === place.path)) continue;
      const real = await realPlace(this.#host, place).catch((error: unknown) => passBy(place, error, remarks));
      if (real === undefined) continue;
      const names = await this.#skills.ours(place.path);
      if (names.length > 0) changes.push({ place, names, copies: false });
    }
    return changes;
  }
}

/** Uninstall looks at places that may never have been ours: what cannot be looked at is told. */
function passBy({ path }: SetupPlace, error: unknown, remarks: string[]): undefined {
  if (!(error instanceof Refusal)) throw error;
  const remark = `${path} was not looked at: ${error.details.why ?? error.details.what}`;
  if (!remarks.includes(remark)) remarks.push(remark);
}

const scopeWords = { user: "a user", project: "a project" } as const;

function named(ids: readonly string[]): readonly SetupAgent[] {
  return ids.map((id) => {
    const agent = setupAgents.find((one) => one.id === id);
    if (agent !== undefined) return agent;
    return refuse({
      code: "bad_input",
      what: `There is no agent ${JSON.stringify(id)} that Sightline sets up.`,
      next: `Name one of: ${setupAgents.map((one) => one.id).join(", ")}.`,
    });
  });
}

function isWanted(kind: PartKind, { hooks, guide }: InitChoice): boolean {
  if (kind === "hooks" || kind === "plugin") return hooks;
  return kind === "guide" ? guide : true;
}

function written({ file, after }: ConfigurationChange) {
  return { real: file.real, before: file.text, after, attributes: file.attributes };
}

function recordedParts(file: SetUpFile, agents: readonly SetupAgent[], project: FilePath): PlacedPart[] {
  return file.parts.flatMap(({ agent: id, kind }): PlacedPart[] => {
    const agent = agents.find((one) => one.id === id);
    const part = agent && partNamed(agent, kind, project);
    return agent === undefined || part === undefined
      ? []
      : [{ agent, part, place: { base: file.base, path: file.path } }];
  });
}

/** What init does now comes after what it did to the same files before. */
function withChanges(
  record: SetupRecord,
  changes: readonly ConfigurationChange[],
  { directories, skills }: { readonly directories: readonly FilePath[]; readonly skills: readonly SetupPlace[] },
): SetupRecord {
  const files = changes.map(({ file, parts, edits, made }): SetUpFile => {
    const former = record.files.find(({ path }) => path === file.real);
    // A file that has gone since is a new one.
    const known = file.text === undefined ? undefined : former;
    return {
      path: file.real,
      base: file.base,
      created: known?.created ?? file.text === undefined,
      parts: [...(known?.parts ?? []), ...parts.map(({ agent, kind }) => ({ agent, kind }))],
      edits: [...(known?.edits ?? []), ...edits],
      made: [...(known?.made ?? []), ...made.map((path) => [...path])],
    };
  });
  const others = record.files.filter(({ path }) => !files.some((file) => file.path === path));
  const unique = <T>(items: readonly T[]): T[] => [
    ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
  ];
  return {
    version: 1,
    files: [...others, ...files],
    directories: unique([...record.directories, ...directories]),
    skills: unique([...record.skills, ...skills]),
  };
}
