// Files that no change of ours reaches without the operator's explicit word: what they hold is executed or believed by others.

import { expandBraces } from "../std/braces.ts";
import type { Segment } from "../std/path-pattern.ts";
import { compilePattern, followPattern } from "../std/path-pattern.ts";

/** Anywhere below a root or a checkout, in lower case; `**` for any number of directories. */
const protectedPatterns: readonly string[] = [
  // Version control runs its hooks and believes its configuration.
  "**/.git",
  "**/.{git,hg,svn,jj}/**",
  "**/.{husky,githooks}/**",
  "**/.pre-commit-config.{yaml,yml}",
  "**/{,.}lefthook{,-*}.{yaml,yml,toml,json,jsonc}",
  "**/.{gitmodules,gitattributes}",
  // Our own configuration and state.
  "**/.{sightline,syndicate,serena,agent-lsp}/**",
  "**/.lsp.json",
  // What agents start, and may do without asking.
  "**/.mcp.json",
  "**/.{claude,codex,cursor,gemini,windsurf,codeium,opencode,aider,roo,continue,kiro,junie,kilocode,amazonq,qwen}/**",
  "**/.claude-plugin/**",
  "**/.{agents,amp,augment,copilot,crush,factory,goose,openhands,trae,warp}/**",
  "**/{opencode,.opencode,.claude,crush,.crush,.continuerc}.{json,jsonc}",
  "**/.aider.{conf,model.settings}.{yaml,yml}",
  "**/.aider.model.metadata.json",
  "**/.{cursor,windsurf,cline,roo,kilocode}rules{,-*}",
  "**/.clinerules{,-*}/**",
  "**/.{rules,roomodes,kilocodemodes,goosehints,augment-guidelines}",
  "**/.{aider,augment,cline,codeium,cursor,cursorindexing,gemini,kilocode,qwen,roo}ignore",
  "**/{claude,claude.local,agents,agents.override,gemini,qwen}.md",
  // What editors run by themselves.
  "**/.vscode/{tasks,launch,settings,mcp}.json",
  "**/.{idea,zed,devcontainer,vs,fleet}/**",
  "**/.devcontainer.json",
  "**/.{exrc,vimrc,gvimrc,nvimrc,nvim.lua,dir-locals.el,dir-locals-2.el}",
  "**/_{vimrc,gvimrc}",
  "**/*.code-workspace",
  "**/.{envrc,tool-versions}",
  "**/{.mise,mise}{,.*}.toml",
  "**/{.mise,.config/mise}/**",
  // What package managers take their sources and scripts from.
  "**/.{npmrc,yarnrc,yarnrc.yml,pnpmfile.cjs}",
  "**/.yarn/{releases,plugins}/**",
  "**/.pnp.{cjs,js,loader.mjs}",
  "**/.cargo/config{,.toml}",
  // What runs on somebody else's machine, with its secrets, and who has to agree to it.
  "**/.github/**",
  "**/{renovate,.renovaterc}.{json,json5}",
  "**/.renovaterc",
  "**/codeowners",
  "**/.{circleci,buildkite,builds,drone,woodpecker,gitlab,forgejo,gitea,semaphore,azure-pipelines,teamcity}/**",
  "**/.{gitlab-ci,travis,drone,woodpecker,appveyor,build,cirrus}.{yaml,yml}",
  "**/.cirrus.star",
  "**/{azure-pipelines,bitbucket-pipelines,appveyor,cloudbuild}.{yaml,yml}",
  "**/jenkinsfile",
];

/** The first of the paths that is protected everywhere. */
export function firstProtected(paths: readonly string[]): string | undefined {
  everywhere ??= compiled(protectedPatterns);
  const patterns = everywhere;
  return paths.find((path) => path.split(worktreePlace).some((part) => matches(part, patterns)));
}

/** The first of the paths that matches one of the patterns. Letter case does not tell files apart. */
export function firstMatch(paths: readonly string[], patterns: readonly string[]): string | undefined {
  const wanted = compiled(patterns);
  return paths.find((path) => matches(path, wanted));
}

// — below: private, in the order they are used —

type Compiled = readonly (readonly Segment[])[];

let everywhere: Compiled | undefined;

/** Where agents keep worktrees, which are judged like any other: nobody believes what lies there because it lies there. */
const worktreePlace = /(?:^|\/)\.(?:claude|codex|cursor|gemini|kilocode|opencode)\/worktrees\/[^/]+\//i;

function compiled(patterns: readonly string[]): Compiled {
  return patterns.flatMap((pattern) =>
    expandBraces(pattern.toLowerCase()).flatMap((one) => {
      const segments = compilePattern(one);
      return segments === undefined ? [] : [segments];
    }),
  );
}

function matches(path: string, patterns: Compiled): boolean {
  const parts = path.toLowerCase().split("/");
  return patterns.some((segments) => followPattern(segments, parts).isWhole);
}
