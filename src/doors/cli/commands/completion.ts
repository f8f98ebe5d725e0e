// `sightline completion`: prints a script that lets a shell complete the commands and their options.

import type { TypedCommand, Command } from "../command.ts";
import { WrongUsage } from "../command.ts";
import { sharedRows } from "../command-line.ts";

/** `commands` is a function because this command is itself in the list, which does not exist yet. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    usage: "bash | zsh | fish",
    summary: "Print a completion script for a shell.",
    heeds: [],
    own: {},
    examples: ["source <(sightline completion bash)", "sightline completion fish | source"],
    async run({ args, terminal }: TypedCommand) {
      const [shell, ...more] = args;
      const script = shell === undefined || more.length > 0 ? undefined : scripts.get(shell);
      if (script === undefined) throw new WrongUsage("completion takes bash, zsh or fish.");
      terminal.out(script(commands()));
      return 0;
    },
  };
}

const scripts: ReadonlyMap<string, (commands: readonly Command[]) => string> = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
]);

function flagsOf(command: Command): string[] {
  return [...sharedRows(command).map(({ flag }) => flag), ...Object.keys(command.own), "help"].map(
    (flag) => `--${flag}`,
  );
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${flagsOf(command).join(" ")}" ;;`);
  return `_sightline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${commands.map(({ name }) => name).join(" ")} --help --version" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(" ")} --help --version"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sightline sightline
`;
}

function zsh(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => `    ${single(`${name}:${summary.replaceAll(":", " ")}`)}`);
  const cases = commands.map((command) => `    ${command.name}) compadd -- ${flagsOf(command).join(" ")} ;;`);
  return `#compdef sightline
_sightline() {
  local -a commands
  commands=(
${rows.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  [[ $PREFIX == -* ]] || { _files; return; }
  case $words[2] in
${cases.join("\n")}
  esac
}
compdef _sightline sightline
`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c sightline -n __fish_use_subcommand -a ${command.name} -d ${single(command.summary)}`,
    ...Object.entries(command.own).map(([flag, { value, description }]) =>
      optionLine(command, flag, value, description),
    ),
    ...sharedRows(command).map(({ flag, value, description }) => optionLine(command, flag, value, description)),
  ]);
  return `${lines.join("\n")}\n`;
}

function optionLine({ name }: Command, flag: string, value: string | undefined, description: string): string {
  const takes = value === undefined ? "" : " -r";
  return `complete -c sightline -n '__fish_seen_subcommand_from ${name}' -l ${flag}${takes} -d ${single(description)}`;
}

function single(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "'\\''")}'`;
}
