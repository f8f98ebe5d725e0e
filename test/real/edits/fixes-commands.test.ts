// A command of a real server, through the built executable: denied by default, run where the operator allows it.

import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { project } from "../../support/project.ts";
import { sightline } from "../../support/sightline.ts";
import { commandOf, hasServer } from "../installed.ts";

const module = `-- go.mod --
module example.org/shop

go 1.21
-- shop.go --
package shop

import "fmt"

func Shown() string { return fmt.Sprint(100) }
`;

test.each(hasServer("gopls") ? ["gopls.list_imports"] : [])(
  "gopls runs %s when it is allowed to [AGL-119 S15]",
  async (command) => {
    using made = project(module);
    const servers = [{ language: "go", binary: commandOf("gopls")?.[0] }];
    const write = (name: string, settings: object): void => made.write(name, JSON.stringify({ servers, settings }));
    write("../denied.json", {});
    write("../allowed.json", { commands: { allow: { gopls: [command] } } });
    const args = JSON.stringify([{ URI: pathToFileURL(`${made.root}/shop.go`).href }]);
    const execute = (config: string, ...more: string[]) =>
      sightline(made, ["execute", command, "--arguments", args, "--file-path", "shop.go", "--config", config, ...more]);
    const denied = await execute("../denied.json", "--allow-exec");
    expect([denied.code, denied.err]).toEqual([5, expect.stringContaining("commands.allow")]);
    const untrusted = await execute("../allowed.json");
    expect([untrusted.code, untrusted.err]).toEqual([5, expect.stringContaining("--allow-exec")]);
    const ran = await execute("../allowed.json", "--allow-exec");
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("gopls ran gopls.list_imports and answered:\n| {");
    expect(ran.out).toContain('"Path": "fmt"');
  },
);
