// The environment of a server: what it needs, and no secret of ours.

import { expect, test } from "vitest";
import { childEnvironment } from "./child-env.ts";

test("what toolchains need is passed on; everything else is not [S28]", () => {
  const own = {
    PATH: "/bin",
    HOME: "/home/me",
    LC_ALL: "C",
    GOFLAGS: "-mod=mod",
    VIRTUAL_ENV: "/env",
    GITHUB_TOKEN: "s3cret",
    AWS_SECRET_ACCESS_KEY: "s3cret",
    ANTHROPIC_API_KEY: "s3cret",
    XDG_SESSION_TOKEN: "s3cret",
    SOMETHING_ELSE: "private",
    UNSET: undefined,
  };
  expect(childEnvironment(own)).toEqual({
    PATH: "/bin",
    HOME: "/home/me",
    LC_ALL: "C",
    GOFLAGS: "-mod=mod",
    VIRTUAL_ENV: "/env",
  });
});

test("a proxy loses its password, and an entry's own variables win", () => {
  expect(
    childEnvironment(
      { HTTPS_PROXY: "http://me:s3cret@proxy:8080", GOFLAGS: "-x" },
      { GOFLAGS: "-mod=readonly" },
      undefined,
    ),
  ).toEqual({
    HTTPS_PROXY: "http://proxy:8080",
    GOFLAGS: "-mod=readonly",
  });
});
