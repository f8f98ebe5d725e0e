// Which languages declare symbols that a search by name is about.

/** Data, prose, styles and the settings of tools: a search by name is never about them. */
const withoutSymbols = new Set(
  [
    "ansible azure-pipelines bibtex bicep-params css cucumber dockerbake dockercompose dockerfile github-actions-workflow",
    "gitlab-ci go.mod go.sum go.work html ini json jsonc latex less markdown mdx plaintext restructuredtext sass scss",
    "shellscript systemd terraform-vars toml typst xml xsl yaml",
  ].flatMap((line) => line.split(" ")),
);

/** Descriptions of builds and machines, and templates: searched where their server is here, and not missed elsewhere. */
const descriptions = new Set(
  [
    "beancount bicep blade cabal cmake config cue dhall dune eex erb gn gotmpl gpr gradle handlebars hcl helm jq jsonnet",
    "just kcl liquid makefile meson nickel nix phoenix-heex pkl puppet rego robotframework sbt starlark terraform twig",
  ].flatMap((line) => line.split(" ")),
);

export function hasSymbols(language: string): boolean {
  return !withoutSymbols.has(language);
}

/** Whether code is written in the language, so that a search without its server may miss a symbol. */
export function holdsCode(language: string): boolean {
  return hasSymbols(language) && !descriptions.has(language);
}
