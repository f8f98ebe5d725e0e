// The steps of a release that are not npm's or GitHub's own: `node tools/release.mjs check|stamp|checksums …`.
//
// `check TAG` holds the tag against the versions and the changelog. `stamp OWNER/NAME` writes into package.json whose release it is, which
// provenance and the registry of MCP servers ask for, and `server.json` beside it. `checksums DIRECTORY` writes SHA256SUMS.
// The workflow runs them in its own checkout, and the tests in copies.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [step, ...args] = process.argv.slice(2);
const steps = { check, stamp, checksums };
if (step === undefined || !Object.hasOwn(steps, step) || args.length !== 1) {
  fail("usage: node tools/release.mjs check TAG | stamp OWNER/NAME | checksums DIRECTORY");
}
steps[step](args[0]);

function check(tag) {
  const { version } = manifest();
  const own = /ourVersion = "([^"]+)"/.exec(readFileSync("src/model/own-version.ts", "utf8"))?.[1];
  const heading = new RegExp(`^## ${version.replaceAll(".", "\\.")}(?: \\((.*)\\))?$`, "m").exec(
    readFileSync("CHANGELOG.md", "utf8"),
  );
  const wrong = [
    ...(tag === `v${version}` ? [] : [`the tag is ${tag}, and package.json says ${version}`]),
    ...(own === version ? [] : [`src/model/own-version.ts says ${own}, and package.json ${version}`]),
    ...(heading === null ? [`CHANGELOG.md has no section ${version}`] : []),
    ...(heading?.[1] === "unreleased" ? [`CHANGELOG.md calls ${version} unreleased`] : []),
  ];
  if (wrong.length > 0) fail(wrong.join("\n"));
}

function stamp(repository) {
  const [owner, name, ...more] = repository.split("/");
  if (!owner || !name || more.length > 0) fail(`${repository} is not of the form OWNER/NAME`);
  const url = `https://github.com/${repository}`;
  const mcpName = `io.github.${owner}/${name}`;
  const stamped = {
    ...manifest(),
    mcpName,
    repository: { type: "git", url: `git+${url}.git` },
    homepage: `${url}#readme`,
  };
  writeFileSync("package.json", `${JSON.stringify(stamped, null, 2)}\n`);
  const { version, name: identifier, description } = stamped;
  const server = {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    // The registry takes 100 characters.
    description: description.length <= 100 ? description : `${description.slice(0, 99)}…`,
    version,
    repository: { url, source: "github" },
    packages: [
      {
        registryType: "npm",
        identifier,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
    ],
  };
  writeFileSync("server.json", `${JSON.stringify(server, null, 2)}\n`);
}

function checksums(directory) {
  const names = readdirSync(directory).filter((name) => name !== "SHA256SUMS");
  const lines = names.sort().map((name) => {
    const digest = createHash("sha256")
      .update(readFileSync(join(directory, name)))
      .digest("hex");
    return `${digest}  ${name}\n`;
  });
  writeFileSync(join(directory, "SHA256SUMS"), lines.join(""));
}

function manifest() {
  return JSON.parse(readFileSync("package.json", "utf8"));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
