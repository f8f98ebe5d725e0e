// The further packages that `npm run bench:truth` asks about, pinned like those of the tests: sources with their own tests,
// build tags, stubs and platform blocks, and what they need to be read.

import { goModule, npmPackage, sdist, wheels } from "./registries.mjs";

export const benchRecipes = [
  npmPackage({
    id: "zod",
    name: "zod",
    version: "4.1.0",
    checksum: "sha512-UWxluYj2IDX9MHRXTMbB/2eeWrAMmmMSESM+MfT9MQw8U1qo9q5ASW08anoJh6AJ7pkt099fLdNFmfI+4aChHg==",
  }),
  npmPackage({
    id: "mobx",
    name: "mobx",
    version: "6.13.5",
    checksum: "sha512-/HTWzW2s8J1Gqt+WmUj5Y0mddZk+LInejADc79NJadrWla3rHzmRHki/mnEUH1AvOmbNTZ1BRbKxr8DSgfdjMA==",
  }),
  npmPackage({
    id: "query-core",
    name: "@tanstack/query-core",
    version: "5.62.8",
    checksum: "sha512-4fV31vDsUyvNGrKIOUNPrZztoyL187bThnoQOvAXEVlZbSiuPONpfx53634MKKdvsDir5NyOGm80ShFaoHS/mw==",
  }),
  npmPackage({
    id: "react-query",
    name: "@tanstack/react-query",
    version: "5.62.8",
    checksum: "sha512-8TUstKxF/fysHonZsWg/hnlDVgasTdHx6Q+f1/s/oPKJBJbKUWPZEHwLTMOZgrZuroLMiqYKJ9w69Abm8mWP0Q==",
  }),
  npmPackage({
    id: "query-persist",
    name: "@tanstack/query-persist-client-core",
    version: "5.62.8",
    checksum: "sha512-C5nh8hl5I3XMEmd7iuIy4JTE127Fa7oZhcoaZjUO5Vp6JeDFI9bhnWc9dtpv0Cv235NCXr7oX2vuLATlOyz9RQ==",
  }),
  npmPackage({
    id: "react-types",
    name: "@types/react",
    version: "18.3.12",
    checksum: "sha512-D2wOSq/d6Agt28q7rSI3jhU7G6aiuzljDGZ2hTZHIkrTLUI+AF3WMeKkEZ9nN2fkBAlcktT6vcZjDFiIhMYEQw==",
  }),
  npmPackage({
    id: "csstype",
    name: "csstype",
    version: "3.1.3",
    checksum: "sha512-M1uQkMl8rQK/szD0LNhtqxIPLpimGm8sOBwU7lLnCpSbTyY3yeU1Vc7l4KT5zT4s/yOxHH5O7tIuuLOCnLADRw==",
  }),
  npmPackage({
    id: "fastify",
    name: "fastify",
    version: "5.2.0",
    checksum: "sha512-3s+Qt5S14Eq5dCpnE0FxTp3z4xKChI83ZnMv+k0FwX+VUoZrgCFoLAxpfdi/vT4y6Mk+g7aAMt9pgXDoZmkefQ==",
  }),
  npmPackage({
    id: "preact",
    name: "preact",
    version: "10.25.3",
    checksum: "sha512-dzQmIFtM970z+fP9ziQ3yG4e3ULIbwZzJ734vaMVUTaKQ2+Ru1Ou/gjshOYVHCcd1rpAelC6ngjvjDXph98unQ==",
  }),
  npmPackage({
    id: "ramda",
    name: "ramda",
    version: "0.30.1",
    checksum: "sha512-tEF5I22zJnuclswcZMc8bDIrwRHRzf+NqVEmqg50ShAZMP7MWeR/RGDthfM/p+BlqvF2fXAzpn8i+SJcYD3alw==",
  }),
  // Holds the whole source of the C++ library that it binds.
  npmPackage({
    id: "re2",
    name: "re2",
    version: "1.17.7",
    checksum: "sha512-X8GSuiBoVWwcjuppqSjsIkRxNUKDdjhkO9SBekQbZ2ksqWUReCy7DQPWOVpoTnpdtdz5PIpTTxTFzvJv5UMfjA==",
  }),
  goModule({
    id: "cobra",
    name: "github.com/spf13/cobra",
    version: "1.8.1",
    checksum: "h1:e5/vxKd/rZsfSJMUX1agtjeTDf+qv1/JdBF8gg5k9ZM=",
    withDependencies: true,
  }),
  goModule({
    id: "fsnotify",
    name: "github.com/fsnotify/fsnotify",
    version: "1.8.0",
    checksum: "h1:dAwr6QBTBZIkG8roQaJjGof0pp0EeF+tNV7YBP3F/8M=",
    withDependencies: true,
  }),
  goModule({
    id: "logrus",
    name: "github.com/sirupsen/logrus",
    version: "1.9.3",
    checksum: "h1:dueUQJ1C2q9oE3F7wvmSGAaVtTmUizReu6fjN8uqzbQ=",
    withDependencies: true,
  }),
  sdist({
    id: "requests-source",
    name: "requests",
    version: "2.32.3",
    checksum: "sha256:55365417734eb18255590a9ff9eb97e9e1da868d4ccd6402399eaf68af20a760",
  }),
  sdist({
    id: "click-source",
    name: "click",
    version: "8.1.8",
    checksum: "sha256:ed53c9d8990d83c2a27deae68e4ee337473f6330c040a31d4225c9574d16096a",
  }),
  sdist({
    id: "httpx-source",
    name: "httpx",
    version: "0.28.1",
    checksum: "sha256:75e98c5f16b0f35b567856f597f06ff2270a374470a5c2392242528e3e3e42fc",
  }),
  sdist({
    id: "attrs-source",
    name: "attrs",
    version: "24.2.0",
    checksum: "sha256:5cfb1b9148b5b086569baec03f20d7b6bf3bcacc9a42bebf87ffaaca362f6346",
  }),
  // What the Python packages and their tests import.
  wheels({
    id: "python-dependencies",
    name: "dependencies",
    version: "1",
    checksum: "by wheel",
    wheels: {
      "pytest==8.3.4": "50e16d954148559c9a74109af1eaf0c945ba2d8f30f0a3d3335edde19788b6f6",
      "iniconfig==2.0.0": "b6a85871a79d2e3b22d2d1b94ac2824226a63c6b741c88f7ae975f18b6778374",
      "pluggy==1.5.0": "44e1ad92c8ca002de6377e165f3e0f1be63266ab4d554740532335b9d75ea669",
      "packaging==24.2": "09abb1bccd265c01f4a3aa3f7a7db064b36514d2cba19a2f694fe6150451a759",
      "urllib3==2.2.3": "ca899ca043dcb1bafa3e262d73aa25c465bfb49e0bd9dd5d59f1d0acba2f8fac",
      "idna==3.10": "946d195a0d259cbba61165e88e65941f16e9b36ea6ddb97f00452bae8b1287d3",
      "certifi==2024.12.14": "1275f7a45be9464efc1173084eaa30f866fe2e47d389406136d332ed4967ec56",
      "charset-normalizer==3.4.0": "fe9f97feb71aa9896b81973a7bbada8c49501dc73e58a10fcef6663af95e5079",
      "httpcore==1.0.7": "a3fff8f43dc260d5bd363d9f9cf1830fa3a458b332856f34282de498ed420edd",
      "h11==0.14.0": "e3fe4ac4b851c468cc8363d500db52c2ead036020723024a109d37346efaa761",
      "anyio==4.7.0": "ea60c3723ab42ba6fff7e8ccb0488c898ec538ff4df1f1d5e642c3601d07e352",
      "sniffio==1.3.1": "2f6da418d1f1e0fddd844478f41680e794e6051915791a034ff65e5f100525a2",
    },
  }),
  // The interface of the C++ compiler for programs; the hash is that of the build for Linux on x86-64.
  wheels({
    id: "libclang",
    name: "libclang",
    version: "18.1.1",
    checksum: "by wheel",
    wheels: { "libclang==18.1.1": "c533091d8a3bbf7460a00cb6c1a71da93bffe148f172c7d03b1c31fbf8aa2a0b" },
  }),
];
