// Symbols that nothing refers to and that are needed all the same: by a type, by an import, by what is not compiled here.

export interface NeededCase {
  readonly server: string;
  readonly file: string;
  readonly path: string;
  readonly fixture: string;
  /** What the answer says against it. */
  readonly against: RegExp;
}

export const neededCases: readonly NeededCase[] = [
  {
    server: "typescript-native",
    file: "a.ts",
    path: "Job.run",
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "target": "es2022", "strict": true } }
-- a.ts --
export class Job {
  run(): void {}
}
-- b.ts --
import { Job } from "./a";
const jobs: { run(): void }[] = [new Job()];
void jobs;
`,
    against: /b\.ts[\s\S]*'run' is missing/,
  },
  {
    server: "pyright",
    file: "a.py",
    path: "Job.run",
    fixture: `-- pyrightconfig.json --
{}
-- a.py --
from typing import Protocol


class Runs(Protocol):
    def run(self) -> int: ...


class Job:
    def run(self) -> int:
        return 1


job: Runs = Job()
`,
    against: /"Job" is incompatible with protocol "Runs"/,
  },
  {
    server: "gopls",
    file: "a.go",
    path: "Job.String",
    fixture: `-- go.mod --
module example.com/a

go 1.21
-- a.go --
package a

import "fmt"

type Job struct{}

func (Job) String() string { return "job" }

var Shown fmt.Stringer = Job{}
`,
    against: /missing method String/,
  },
  {
    server: "gopls",
    file: "a.go",
    path: "lonely",
    fixture: `-- go.mod --
module example.com/a

go 1.21
-- a.go --
package a

import "fmt"

func lonely() {
	fmt.Println()
}
`,
    against: /imported and not used/,
  },
  {
    server: "rust-analyzer",
    file: "src/lib.rs",
    path: "lonely",
    fixture: `-- Cargo.toml --
[package]
name = "a"
version = "0.1.0"
edition = "2021"
-- src/lib.rs --
fn lonely() {}
`,
    against: /is not known[\s\S]*accept_unknown/,
  },
];
