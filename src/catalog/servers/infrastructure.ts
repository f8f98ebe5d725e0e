// Servers for machines, containers, clusters, pipelines and policies.

import type { ServerEntry } from "../entry.ts";
import { anywhere, command, inOrder, listed, nearestWith, onlyWith, refused, runsBuild } from "../forms.ts";

export const dockerfile = listed(
  ["docker-langserver", "Dockerfile"],
  command("docker-langserver", "--stdio"),
  anywhere,
  "npm i -g dockerfile-language-server-nodejs",
);

export const docker = listed(
  ["docker-language-server", "Docker"],
  command("docker-language-server", "start", "--stdio"),
  nearestWith("docker-bake.hcl", "Dockerfile"),
  "go install github.com/docker/docker-language-server/cmd/docker-language-server@latest",
);

export const compose = listed(
  ["docker-compose-langserver", "Docker Compose"],
  command("docker-compose-langserver", "--stdio"),
  anywhere,
  "npm i -g @microsoft/compose-language-service",
);

const terraformRoots = inOrder([".terraform", ".terraform.lock.hcl"], ["*.tf"]);

export const terraform = listed(
  ["terraform-ls", "terraform-ls"],
  command("terraform-ls", "serve"),
  terraformRoots,
  { any: "go install github.com/hashicorp/terraform-ls@latest", macos: "brew install hashicorp/tap/terraform-ls" },
  // It asks the provider programs under .terraform for their schemas.
  {
    restricted: refused("it runs the provider programs that lie in the repository"),
    quirks: { versionArgs: ["--version"] },
  },
);

export const tofu = listed(
  ["tofu-ls", "tofu-ls"],
  command("tofu-ls", "serve"),
  terraformRoots,
  "download a release of github.com/opentofu/tofu-ls",
  { restricted: refused("it runs the provider programs that lie in the repository") },
);

export const terragrunt = listed(
  ["terragrunt-ls", "terragrunt-ls"],
  command("terragrunt-ls"),
  nearestWith("terragrunt.hcl", "root.hcl"),
  "go install github.com/gruntwork-io/terragrunt-ls@latest",
);

export const bicep = listed(
  ["bicep-lsp", "Bicep"],
  command("bicep-lsp"),
  nearestWith("bicepconfig.json"),
  "put a script named bicep-lsp on the PATH that runs Bicep.LangServer.dll of github.com/Azure/bicep with dotnet",
);

export const nixd = listed(
  ["nixd", "nixd"],
  command("nixd"),
  inOrder(["flake.nix"], ["default.nix", "shell.nix"]),
  "nix profile install nixpkgs#nixd",
  {
    restricted: refused("it evaluates expressions of the repository"),
    quirks: {
      versionArgs: ["--version"],
      neverSend: ["textDocument/diagnostic"],
      notes: ["Pull diagnostics kill it."],
    },
  },
);

export const nil = listed(
  ["nil", "nil"],
  command("nil"),
  inOrder(["flake.nix"], ["default.nix", "shell.nix"]),
  "nix profile install nixpkgs#nil",
  { restricted: refused("it evaluates the flake of the repository"), quirks: { versionArgs: ["--version"] } },
);

export const helm = listed(["helm-ls", "helm-ls"], command("helm_ls", "serve"), nearestWith("Chart.yaml"), {
  any: "go install github.com/mrjosh/helm-ls@latest",
  macos: "brew install helm-ls",
});

export const ansible = listed(
  ["ansible-language-server", "Ansible"],
  command("ansible-language-server", "--stdio"),
  nearestWith("ansible.cfg", ".ansible-lint"),
  "npm i -g @ansible/ansible-language-server",
  {
    restricted: runsBuild,
    quirks: {
      neverSend: ["textDocument/documentSymbol"],
      notes: ["1.2.3: an error in answer to window/showMessageRequest kills it."],
    },
  },
);

export const githubActions = listed(
  ["actions-languageserver", "GitHub Actions"],
  command("actions-languageserver", "--stdio"),
  onlyWith(".github"),
  "npm i -g @actions/languageserver",
);

export const gitlabCi = listed(
  ["gitlab-ci-ls", "GitLab CI"],
  command("gitlab-ci-ls"),
  nearestWith(".gitlab-ci.yml"),
  "cargo install gitlab-ci-ls",
);

export const azurePipelines = listed(
  ["azure-pipelines-language-server", "Azure Pipelines"],
  command("azure-pipelines-language-server", "--stdio"),
  nearestWith("azure-pipelines.yml"),
  "npm i -g azure-pipelines-language-server",
);

export const regal = listed(
  ["regal", "Regal"],
  command("regal", "language-server"),
  nearestWith(".regal", ".manifest"),
  "go install github.com/open-policy-agent/regal@latest",
  { quirks: { versionArgs: ["version"] } },
);

export const regols = listed(
  ["regols", "regols"],
  command("regols"),
  nearestWith(".manifest"),
  "go install github.com/kitagry/regols@latest",
);

export const puppet = listed(
  ["puppet-languageserver", "Puppet"],
  command("puppet-languageserver", "--stdio"),
  nearestWith("hiera.yaml", "manifests"),
  "take the server from github.com/puppetlabs/puppet-editor-services",
  { restricted: runsBuild },
);

export const systemd = listed(
  ["systemd-lsp", "systemd-lsp"],
  command("systemd-lsp"),
  anywhere,
  "cargo install --git https://github.com/JFryy/systemd-lsp",
);

export const infrastructureServers: readonly ServerEntry[] = [
  dockerfile,
  docker,
  compose,
  terraform,
  tofu,
  terragrunt,
  bicep,
  nixd,
  nil,
  helm,
  ansible,
  githubActions,
  gitlabCi,
  azurePipelines,
  regal,
  regols,
  puppet,
  systemd,
];
