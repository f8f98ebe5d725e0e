// Build constraints of Go: whether a file belongs to the configuration that gopls loads.
//
// Spec: `go help buildconstraint`. Unknown tags count as unset, as in gopls.

const systems = new Set(
  "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos".split(
    " ",
  ),
);
const machines = new Set(
  "386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x sparc64 wasm".split(" "),
);

export interface BuildConfiguration {
  readonly system: string;
  readonly machine: string;
}

export function isBuilt(name: string, text: string, build: BuildConfiguration): boolean {
  return nameFits(name, build) && textFits(text, build);
}

/** `name_GOOS_GOARCH.go`, with or without `_test`. */
function nameFits(name: string, { system, machine }: BuildConfiguration): boolean {
  const parts = name
    .replace(/\.go$/, "")
    .replace(/_test$/, "")
    .split("_")
    .slice(1);
  const last = parts.at(-1) ?? "";
  const before = parts.at(-2) ?? "";
  if (machines.has(last)) return last === machine && (!systems.has(before) || before === system);
  return !systems.has(last) || last === system;
}

function textFits(text: string, build: BuildConfiguration): boolean {
  const header = text.slice(0, text.search(/^package\s/m) >>> 0);
  const expression = /^\/\/go:build\s+(.+)$/m.exec(header)?.[1];
  if (expression === undefined) return true;
  const words = expression.match(/&&|\|\||[!()]|[\w.]+/g) ?? [];
  return new Expression(words, (tag) => isSet(tag, build)).value();
}

function isSet(tag: string, { system, machine }: BuildConfiguration): boolean {
  if (tag === system || tag === machine || tag === "gc" || tag === "cgo") return true;
  return tag === "unix" ? system !== "windows" && system !== "plan9" && system !== "js" : /^go1\.\d+$/.test(tag);
}

/** The constraint that keeps a Go file out of a build, in few words. */
export function goConstraint(file: string, text: string): string | undefined {
  const [, system] =
    /_(aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows)(?:_\w+)?(?:_test)?\.go$/.exec(
      file,
    ) ?? [];
  if (system !== undefined) return `${system} only`;
  const [, tag] = /^\/\/go:build\s+(\S[^\n]*)$/m.exec(text) ?? [];
  if (tag === undefined) return undefined;
  const word = tag.trim();
  return /^\w+$/.test(word) ? `${word} only` : `built with ${word.slice(0, 40)}`;
}

class Expression {
  readonly #words: readonly string[];
  readonly #isSet: (tag: string) => boolean;
  #at = 0;

  constructor(words: readonly string[], isSet: (tag: string) => boolean) {
    this.#words = words;
    this.#isSet = isSet;
  }

  value(): boolean {
    let value = this.#all();
    while (this.#words[this.#at] === "||") {
      this.#at++;
      const right = this.#all();
      value = value || right;
    }
    return value;
  }

  #all(): boolean {
    let value = this.#one();
    while (this.#words[this.#at] === "&&") {
      this.#at++;
      const right = this.#one();
      value = value && right;
    }
    return value;
  }

  #one(): boolean {
    const word = this.#words[this.#at++];
    if (word === "!") return !this.#one();
    if (word !== "(") return word !== undefined && this.#isSet(word);
    const value = this.value();
    this.#at++;
    return value;
  }
}
