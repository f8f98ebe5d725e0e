// The packages that the tests ask about or compare parsers on, each pinned by version and checksum.
//
// Each comes from its own package registry by its own tool, has no dependencies that its sources need, and is of the size of a
// library that is really maintained.

import { crate, goModule, mavenSources, npmPackage, sdist, wheel } from "./registries.mjs";

export const recipes = [
  npmPackage({
    id: "typescript",
    name: "rxjs",
    version: "7.8.2",
    checksum: "sha512-dhKf903U/PQZY6boNNtAGdWbG85WAbjT/1xYoZIC7FAY0yWapOBQVsVrDl58W86//e1VpMNBtRV4MaXfdMySFA==",
  }),
  // Holds the whole source of LevelDB, the C++ library that it binds.
  npmPackage({
    id: "cpp",
    name: "leveldown",
    version: "6.1.1",
    checksum: "sha512-88c+E+Eizn4CkQOBHwqlCJaTNEjGpaEIikn1S+cINc5E9HEvJ77bqY4JY/HxT5u0caWqsc3P3DcFIKBI1vHt+A==",
  }),
  goModule({
    id: "go",
    name: "github.com/go-chi/chi/v5",
    version: "5.2.1",
    checksum: "h1:KOIHODQj58PmL80G2Eak4WdvUzjSJSm0vG72crDCqb8=",
  }),
  wheel({
    id: "python",
    name: "click",
    version: "8.1.8",
    checksum: "sha256:63c132bbbed01578a06712a2d1f497bb62d9c1c0d329b7903a866228027263b2",
  }),
  crate({
    id: "rust",
    name: "regex-lite",
    version: "0.1.6",
    checksum: "53a49587ad06b26609c52e423de037e7f57f20d53535d66e08c695f347df952a",
  }),
  // Read by parsers and by the readers of texts; no server is asked about these.
  crate({
    id: "itertools",
    name: "itertools",
    version: "0.14.0",
    checksum: "2b192c782037fadd9cfa75548310488aabdbf3d2da73885b31bd0abd03351285",
  }),
  mavenSources({
    id: "java",
    group: "com.google.code.gson",
    name: "gson",
    version: "2.13.2",
    checksum: "sha256:058974b69cb7b0a04712278e11870e84ee8cd8fb5f551bd8401e72ba6638bfef",
  }),
  // Its library is written in C#.
  sdist({
    id: "csharp",
    name: "pythonnet",
    version: "3.2.1",
    checksum: "sha256:c86e8dd31268f6e0c48fcc4d6030041316d49ed2764a1cb6ea8c37876e07c572",
  }),
];
