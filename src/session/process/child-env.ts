// The variables a child may get: an allow-list, so that no secret of the caller reaches it, and what of them names places.

import { parseFilePath } from "../../model/file-path.ts";

const exact = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "VIRTUAL_ENV",
  "CONDA_PREFIX",
  "CONDA_DEFAULT_ENV",
  "PYTHONPATH",
  "PYTHONHOME",
  "PYENV_ROOT",
  "PYENV_VERSION",
  "JAVA_HOME",
  "JDK_HOME",
  "GRADLE_USER_HOME",
  "M2_HOME",
  "MAVEN_HOME",
  "GOPATH",
  "GOROOT",
  "GOBIN",
  "GOCACHE",
  "GOMODCACHE",
  "GOPROXY",
  "GONOSUMDB",
  "GONOPROXY",
  "GOPRIVATE",
  "GOFLAGS",
  "GOOS",
  "GOARCH",
  "GOWORK",
  "GO111MODULE",
  "GOTOOLCHAIN",
  "GOSUMDB",
  "CGO_ENABLED",
  "CC",
  "CXX",
  "CPATH",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "CARGO_HOME",
  "RUSTUP_HOME",
  "RUSTUP_TOOLCHAIN",
  "RUST_SRC_PATH",
  "CARGO_TARGET_DIR",
  "NODE_PATH",
  "NODE_EXTRA_CA_CERTS",
  "NVM_DIR",
  "VOLTA_HOME",
  "DOTNET_ROOT",
  "GEM_HOME",
  "GEM_PATH",
  "OPAM_SWITCH_PREFIX",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "SYSTEMROOT",
  "SystemRoot",
  "WINDIR",
  "COMSPEC",
  "PATHEXT",
  "APPDATA",
  "LOCALAPPDATA",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "USERPROFILE",
  "SIGHTLINE_TEST_RUN",
]);
const prefixes = ["LC_", "XDG_"];
const secret = /token|secret|passw|credential|api_?key|private_?key|auth/i;

export function childEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  ...additions: readonly (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined || secret.test(name)) continue;
    if (exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix))) allowed[name] = value;
  }
  for (const name of Object.keys(allowed)) {
    if (/proxy$/i.test(name)) allowed[name] = withoutCredentials(allowed[name] ?? "");
  }
  return Object.assign(allowed, ...additions.filter((more) => more !== undefined));
}

/** Lists of directories: what is wrong with one entry says nothing of the others. */
export const pathLists: ReadonlySet<string> = new Set([
  "PATH",
  "Path",
  "PYTHONPATH",
  "NODE_PATH",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "CPATH",
  "GEM_PATH",
  "GOPATH",
  "XDG_CONFIG_DIRS",
  "XDG_DATA_DIRS",
]);

/** Variables whose value is a path, so that one which is not absolute would mean a place in the root. */
const paths =
  /^(?:HOME|USERPROFILE|TMPDIR|TEMP|TMP|VIRTUAL_ENV|CONDA_PREFIX|PYTHONHOME|PYENV_ROOT|NVM_DIR|VOLTA_HOME)$|^(?:JAVA|JDK|M2|MAVEN|GEM|GRADLE_USER|CARGO|RUSTUP)_HOME$|^(?:GOROOT|GOBIN|GOCACHE|GOMODCACHE|DOTNET_ROOT|RUST_SRC_PATH|CARGO_TARGET_DIR|OPAM_SWITCH_PREFIX)$|^XDG_\w+_(?:HOME|DIR)$/;

/** Every path that the value of a variable holds, as a whole, as a list, or behind an option. */
export function pathsIn(value: string, separator: string): string[] {
  return [value, ...value.split(separator), ...(value.match(/\/[^\s:;,"'=]*/g) ?? [])].filter((one) => one !== "");
}

/** Whether the value means a place that depends on where a program is started. */
export function isRelativePath(name: string, value: string): boolean {
  if (paths.test(name)) return value !== "" && parseFilePath(value) === undefined;
  return (name === "CC" || name === "CXX") && /^[^/\\\s]*[/\\]/.test(value) && parseFilePath(value) === undefined;
}

/** A proxy address may carry a name and a password in front of its host; GOPROXY is a list of addresses. */
function withoutCredentials(value: string): string {
  return value.replace(/[^,|]+/g, (address) => address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, "$1"));
}
