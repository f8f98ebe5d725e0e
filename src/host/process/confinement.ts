// Keeps a child process to the files that it may use, where the system can do that: Landlock, on Linux.
//
// Spec: landlock(7). What is not allowed is forbidden, by the place where a file really lies, for the child and for all that
// it starts; none of them can undo it. `stat` and `readlink` are not restricted.
// Node cannot make these system calls. Perl can, and becomes the child afterwards; it is where git is.

import { spawn } from "node:child_process";
import { access, mkdir } from "node:fs/promises";
import type { Confinement, SpawnSpec } from "../processes.ts";
import { perlPlaces } from "./perl-places.ts";

/** A machine without room fails what it can do: it is tried again before it is taken for one that cannot. */
const timesTried = 3;

/** The number of the system call `prctl`; those of Landlock are the same on every machine. */
const prctlNumbers: Readonly<Record<string, number>> = { x64: 157, arm64: 167 };

/** Arguments: the number of `prctl`, the rules (`r`, `w` or `x`, a colon, a path), `--`, the program and its arguments. */
const script = `
my $prctl = shift @ARGV;
my $abi = syscall(444, 0, 0, 1);
die "confinement: this system has no Landlock ($!)\\n" if $abi < 1;
my $execute = 1;
my $read = 1 << 2 | 1 << 3;
my $write = 1 << 1 | 0x1ff0 | ($abi >= 2 ? 1 << 13 : 0) | ($abi >= 3 ? 1 << 14 : 0);
my $ofFiles = 1 | 1 << 1 | 1 << 2 | 1 << 14;
my %rights = (r => $read, w => $read | $write, x => $read | $execute);
my $handled = pack("Q", $read | $write | $execute);
my $rules = syscall(444, $handled, length $handled, 0);
die "confinement: no rules can be made ($!)\\n" if $rules < 0;
while (defined(my $rule = shift @ARGV)) {
  last if $rule eq "--";
  my ($right, $path) = split /:/, $rule, 2;
  sysopen(my $place, $path, 010000000 | 02000000) or next;
  my $allowed = pack("Ql", -d $place ? $rights{$right} : $rights{$right} & $ofFiles, fileno $place);
  die "confinement: $path cannot be allowed ($!)\\n" if syscall(445, $rules, 1, $allowed, 0) != 0;
}
die "confinement: privileges cannot be given up ($!)\\n" if syscall($prctl + 0, 38, 1, 0, 0, 0) != 0;
die "confinement: the rules cannot be put in force ($!)\\n" if syscall(446, $rules, 0) != 0;
exec { $ARGV[0] } @ARGV or die "confinement: $ARGV[0] cannot be started ($!)\\n";
`;

let known: Promise<string | undefined> | undefined;

/** Whether children can be confined on this machine; tried once. */
export async function canConfine(): Promise<boolean> {
  return (await perlFor()) !== undefined;
}

/** The program that confines itself and then becomes the one that is meant; undefined where that cannot be done. */
export async function confined(
  spec: Pick<SpawnSpec, "command" | "args">,
  { read, write, execute }: Confinement,
): Promise<Pick<SpawnSpec, "command" | "args"> | undefined> {
  const perl = await perlFor();
  // A directory that cannot be made cannot be written either: the child finds that out for itself.
  await Promise.allSettled(write.map((directory) => mkdir(directory, { recursive: true, mode: 0o700 })));
  const rules = [
    ...read.map((path) => `r:${path}`),
    ...write.map((path) => `w:${path}`),
    ...execute.map((path) => `x:${path}`),
  ];
  return perl === undefined ? undefined : { command: perl, args: perlArgs(rules, [spec.command, ...spec.args]) };
}

// — below: private, in the order they are used —

/** That a machine cannot is found out anew every time: it may only have had no room. */
async function perlFor(): Promise<string | undefined> {
  known ??= workingPerl();
  const perl = await known;
  if (perl === undefined) known = undefined;
  return perl;
}

async function workingPerl(): Promise<string | undefined> {
  if (process.platform !== "linux" || !(process.arch in prctlNumbers)) return undefined;
  for (const perl of perlPlaces) {
    const isThere = await access(perl).then(
      () => true,
      () => false,
    );
    if (isThere && (await works(perl))) return perl;
  }
  return undefined;
}

async function works(perl: string): Promise<boolean> {
  for (let times = 0; times < timesTried; times++)
    if (await endsWell(perl, perlArgs(["x:/"], [perl, "-e", "1"]))) return true;
  return false;
}

function perlArgs(rules: readonly string[], command: readonly string[]): string[] {
  return ["-e", script, "--", String(prctlNumbers[process.arch]), ...rules, "--", ...command];
}

function endsWell(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { stdio: "ignore", env: {}, cwd: "/", shell: false });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}
