// The environment a language server gets: an allow-list, so that no secret of the caller reaches it.

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
  "PWD",
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
  // A proxy address may carry a password in front of its host.
  for (const name of Object.keys(allowed)) {
    if (/_proxy$/i.test(name)) allowed[name] = (allowed[name] ?? "").replace(/\/\/[^/@]*@/, "//");
  }
  return Object.assign(allowed, ...additions.filter((more) => more !== undefined));
}
