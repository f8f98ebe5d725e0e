// The operator's configuration: what it adds, and how a wrong one is refused.

import { expect, test } from "vitest";
import { languageOf } from "../catalog/match.ts";
import { catalog, serverById, serversFor } from "../catalog/table.ts";
import { MemoryHost } from "../host/memory.ts";
import { filePath } from "../model/file-path.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import type { Configuration, ConfigurationFiles } from "./configuration.ts";
import { configuration } from "./configuration.ts";

const file = "/etc/sightline.json";

function configured(text: string): Promise<Configuration> {
  const host = new MemoryHost({ clock: new FakeClock() });
  host.files.write(filePath(file), text);
  return configuration(host, { explicit: file }, catalog, "standard");
}

test("servers are added or changed by data, with environment, options and settings [SYN-45 AGL-186 AGL-187]", async () => {
  const { catalog: made } = await configured(
    JSON.stringify({
      servers: [
        { language: "haskell", binary: "my-hls", args: ["--lsp"], env: { A: "1" } },
        { extensions: ["foo"], command: ["foo-ls", "--stdio"], language_id: "foo" },
      ],
    }),
  );
  expect(serversFor(made, "haskell")[0]?.launch).toMatchObject({ command: "my-hls", args: ["--lsp"], env: { A: "1" } });
  expect(languageOf(made, "x.foo")?.id).toBe("foo");
  expect(serverById(made, "gopls")).toEqual(serverById(catalog, "gopls"));
});

test("settings are laid over the profile", async () => {
  const { settings } = await configured(
    JSON.stringify({ settings: { restart: { max: 9 }, documents: { maxBytes: 5 } } }),
  );
  expect(settings).toMatchObject({ restart: { max: 9, trigger: "auto" }, documents: { maxBytes: 5, maxOpen: 200 } });
});

test.each([
  ["text that is no JSON", "{", "JSON"],
  ["a list", "[]", "it is not an object"],
  ["an unknown key", '{"server": []}', "server is not one of"],
  ["a wrong setting", '{"settings": {"restart": {"max": -1}}}', "settings.restart.max"],
  ["a server without a command", '{"servers": [{"extensions": ["foo"]}]}', "servers[0]"],
])("%s is refused by name [AGL-186]", async (_, text, why) => {
  await expect(configured(text)).rejects.toMatchObject({
    code: "bad_input",
    details: { why: expect.stringContaining(why) },
  });
});

test("a file that is not there is refused", async () => {
  const host = new MemoryHost({ clock: new FakeClock() });
  await expect(configuration(host, { explicit: file }, catalog, "standard")).rejects.toMatchObject({
    code: "bad_input",
  });
});

test("the operator's file comes before the workspace's, that before the built-in; without trust it is not read [SYC-08]", async () => {
  const host = new MemoryHost({ clock: new FakeClock() });
  const root = filePath("/project");
  const server = (binary: string): string => JSON.stringify({ servers: [{ language: "go", binary }] });
  host.files.write(filePath("/project/.sightline/lsp.json"), server("workspace-gopls"));
  host.files.write(filePath(file), server("operator-gopls"));
  const first = async (files: ConfigurationFiles): Promise<unknown> => {
    const launch = serversFor((await configuration(host, files, catalog, "standard")).catalog, "go")[0]?.launch;
    return launch?.kind === "command" ? launch.command : launch;
  };
  expect(await first({ explicit: file, trustedRoot: root })).toBe("operator-gopls");
  expect(await first({ trustedRoot: root })).toBe("workspace-gopls");
  expect(await first({})).toBe("gopls");
});
