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
  "**/.{gitmodules,gitattributes,gitconfig}",
  "**/.config/{git,gh,glab-cli,jj}/**",
  // What shells, terminals and other programs of a user read when they start.
  "**/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,login,logout,cshrc,tcshrc,kshrc,mkshrc,shrc,xonshrc}",
  "**/.{zshrc,zshenv,zprofile,zlogin,zlogout}",
  "**/.{inputrc,screenrc,tmux.conf,xinitrc,xprofile,xsession,xsessionrc,pam_environment,hushlogin,dircolors,direnvrc}",
  "**/.config/{fish,nushell,elvish,xonsh,direnv,tmux,environment.d,systemd,autostart,pip,uv,nvim,helix,kak,emacs,micro,htop,ranger,lf,starship.toml}{,/**}",
  "**/.local/{bin,lib,share/applications,share/systemd}/**",
  "**/.{gdbinit,lldbinit,gdbearlyinit,perldb,pdbrc,pythonrc,pythonstartup,irbrc,pryrc,rdbgrc,rprofile,renviron,ghci,sqliterc,psqlrc,mailrc,nanorc}{,.py}",
  "**/.{gdbinit.d,lldb,ipython,jupyter,matplotlib,octave}/**",
  "**/{.emacs,.emacs.el,.vim,.nvim,.emacs.d}{,/**}",
  // Keys, credentials, and the hosts that programs connect to with them.
  "**/.{ssh,gnupg,docker,kube,aws,azure,gcloud,password-store}/**",
  "**/.config/{gcloud,containers,op,sops}/**",
  "**/.{netrc,curlrc,wgetrc,pypirc,pgpass,my.cnf,git-credentials,authinfo,s3cfg,boto,vault-token,terraformrc}",
  "**/authorized_keys{,2}",
  // Our own configuration and state.
  "**/.{sightline,syndicate,serena,agent-lsp}/**",
  "**/.lsp.json",
  // What agents start, and may do without asking.
  "**/{,.}mcp{,_settings,_config,-config,-servers}.json",
  "**/claude_desktop_config.json",
  "**/.{claude,codex,cursor,gemini,windsurf,codeium,opencode,aider,roo,continue,kiro,junie,kilocode,amazonq,qwen}/**",
  "**/.claude-plugin/**",
  "**/.{agent,agents,amp,augment,cline,copilot,crush,factory,goose,openhands,trae,warp}/**",
  "**/{opencode,.opencode,.claude,crush,.crush,.continuerc}.{json,jsonc}",
  "**/.aider.{conf,model.settings}.{yaml,yml}",
  "**/.aider.model.metadata.json",
  "**/.{cursor,windsurf,cline,roo,kilocode}rules{,-*}",
  "**/.clinerules{,-*}/**",
  "**/.{rules,roomodes,kilocodemodes,goosehints,augment-guidelines}",
  "**/.{aider,augment,cline,codeium,cursor,cursorindexing,gemini,kilocode,qwen,roo}ignore",
  "**/{claude,claude.local,agent,agents,agents.override,gemini,qwen,warp,codex,copilot-instructions}.md",
  // What editors run by themselves.
  "**/.vscode/{tasks,launch,settings,mcp,extensions}.json",
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
  "**/.cargo/{config,config.toml,credentials,credentials.toml,env}",
  "**/rust-toolchain{,.toml}",
  "**/{pip.conf,pip.ini,.pip/**}",
  // Python runs these in every process that finds them.
  "**/{sitecustomize,usercustomize}.py",
  "**/*.pth",
  // Wrappers fetch and run what these name; the builds themselves are ordinary source.
  "**/.mvn/**",
  "**/gradle/wrapper/**",
  "**/.gradle/{gradle.properties,init.gradle,init.gradle.kts,init.d/**}",
  "**/.m2/{settings,settings-security,toolchains}.xml",
  "**/.{bazelrc,bazelversion,bazeliskrc,buckconfig,buckconfig.local,pantsrc}",
  "**/.bundle/config",
  "**/.{gemrc,condarc,mambarc,bunfig.toml,juliarc.jl,sbtopts,jvmopts,ammonite}{,/**}",
  "**/.julia/config/**",
  "**/nuget.config",
  // Continuous integration, which runs with the secrets of other machines, and the lists of required reviewers.
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

/** The first of the paths that is protected everywhere, or by one of the other patterns. */
export function firstProtected(paths: readonly string[], others: readonly string[] = []): string | undefined {
  everywhere ??= compiledPatterns(protectedPatterns);
  const patterns = [...everywhere, ...compiledPatterns(others)];
  return paths.find((path) => path.split(worktreePlace).some((part) => matchesPatterns(part, patterns)));
}

/** The first of the paths that matches one of the patterns, ignoring case. */
export function firstMatch(paths: readonly string[], patterns: readonly string[]): string | undefined {
  const wanted = compiledPatterns(patterns);
  return paths.find((path) => matchesPatterns(path, wanted));
}

type CompiledPatterns = readonly (readonly Segment[])[];

/** Patterns of paths, in any case, with braces. */
export function compiledPatterns(patterns: readonly string[]): CompiledPatterns {
  return patterns.flatMap((pattern) =>
    expandBraces(pattern.toLowerCase()).flatMap((one) => {
      const segments = compilePattern(one);
      return segments === undefined ? [] : [segments];
    }),
  );
}

export function matchesPatterns(path: string, patterns: CompiledPatterns): boolean {
  const parts = path.toLowerCase().split("/");
  return patterns.some((segments) => followPattern(segments, parts).isWhole);
}

// — below: private, in the order they are used —

let everywhere: CompiledPatterns | undefined;

/** Where agents keep worktrees, which are judged like any other: nothing is trusted just because it is there. */
const worktreePlace = /(?:^|\/)\.(?:claude|codex|cursor|gemini|kilocode|opencode)\/worktrees\/[^/]+\//i;
