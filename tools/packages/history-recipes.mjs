// Several releases of the same packages, pinned like those of the tests: `npm run bench:context` takes each release for a
// commit whose parent is the release before it.

import { goModule, npmPackage, wheel } from "./registries.mjs";

const releases = [
  {
    from: npmPackage,
    id: "query-core",
    name: "@tanstack/query-core",
    versions: [
      ["5.45.0", "sha512-RVfIZQmFUTdjhSAAblvueimfngYyfN6HlwaJUPK71PKd7yi43Vs1S/rdimmZedPWX/WGppcq/U1HOj7O7FwYxw=="],
      ["5.56.2", "sha512-gor0RI3/R5rVV3gXfddh1MM+hgl0Z4G7tj6Xxpq6p2I03NGPaJ8dITY9Gz05zYYb/EJq9vPas/T4wn9EaDPd4Q=="],
      ["5.62.8", "sha512-4fV31vDsUyvNGrKIOUNPrZztoyL187bThnoQOvAXEVlZbSiuPONpfx53634MKKdvsDir5NyOGm80ShFaoHS/mw=="],
      ["5.74.4", "sha512-YuG0A0+3i9b2Gfo9fkmNnkUWh5+5cFhWBN0pJAHkHilTx6A0nv8kepkk4T4GRt4e5ahbtFj2eTtkiPcVU1xO4A=="],
    ],
  },
  {
    from: npmPackage,
    id: "fastify",
    name: "fastify",
    versions: [
      ["5.0.0", "sha512-Qe4dU+zGOzg7vXjw4EvcuyIbNnMwTmcuOhlOrOJsgwzvjEZmsM/IeHulgJk+r46STjdJS/ZJbxO8N70ODXDMEQ=="],
      ["5.2.0", "sha512-3s+Qt5S14Eq5dCpnE0FxTp3z4xKChI83ZnMv+k0FwX+VUoZrgCFoLAxpfdi/vT4y6Mk+g7aAMt9pgXDoZmkefQ=="],
      ["5.3.2", "sha512-AIPqBgtqBAwkOkrnwesEE+dOyU30dQ4kh7udxeGVR05CRGwubZx+p2H8P0C4cRnQT0+EPK4VGea2DTL2RtWttg=="],
      ["5.6.0", "sha512-9j2r9TnwNsfGiCKGYT0Voqy244qwcoYM9qvNi/i+F8sNNWDnqUEVuGYNc9GyjldhXmMlJmVPS6gI1LdvjYGRJw=="],
    ],
  },
  {
    from: wheel,
    id: "click",
    name: "click",
    versions: [
      ["8.0.4", "sha256:6a7a62563bbfabfda3a38f3023a1db4a35978c0abd76f6c9605ecd6554d6d9b1"],
      ["8.1.3", "sha256:bb4d8133cb15a609f44e8213d9b391b0809795062913b383c62be0ee95b1db48"],
      ["8.1.8", "sha256:63c132bbbed01578a06712a2d1f497bb62d9c1c0d329b7903a866228027263b2"],
      ["8.2.1", "sha256:61a3265b914e850b85317d0b3109c7f8cd35a670f963866005d6ef1d5175a12b"],
    ],
  },
  {
    from: wheel,
    id: "httpx",
    name: "httpx",
    versions: [
      ["0.26.0", "sha256:8915f5a3627c4d47b73e8202457cb28f1266982d1159bd5779d86a80c0eab1cd"],
      ["0.27.2", "sha256:7bb2708e112d8fdd7829cd4243970f0c223274051cb35ee80c03301ee29a3df0"],
      ["0.28.1", "sha256:d909fcccc110f8c7faf814ca82a9a4d816bc5a6dbfea25d6591d6985b8ba59ad"],
    ],
  },
  {
    from: goModule,
    id: "chi",
    name: "github.com/go-chi/chi/v5",
    versions: [
      ["5.0.8", "h1:lD+NLqFcAi1ovnVZpsnObHGW4xb4J8lNmoYVfECH1Y0="],
      ["5.0.12", "h1:9euLV5sTrTNTRUU9POmDUvfxyj6LAABLUcEWO+JJb4s="],
      ["5.2.1", "h1:KOIHODQj58PmL80G2Eak4WdvUzjSJSm0vG72crDCqb8="],
      ["5.2.3", "h1:WQIt9uxdsAbgIYgid+BpYc+liqQZGMHRaUwp0JUcvdE="],
    ],
  },
  {
    from: goModule,
    id: "cobra",
    name: "github.com/spf13/cobra",
    versions: [
      ["1.6.1", "h1:o94oiPyS4KD1mPy2fmcYYHHfCxLqYjJOhGsCHFZtEzA="],
      ["1.8.1", "h1:e5/vxKd/rZsfSJMUX1agtjeTDf+qv1/JdBF8gg5k9ZM="],
      ["1.9.1", "h1:CXSaggrXdbHK9CF+8ywj8Amf7PBRmPCOJugH954Nnlo="],
    ],
  },
];

export const historyRecipes = releases.flatMap(({ from, id, name, versions }) =>
  versions.map(([version, checksum]) =>
    from({ id: `${id}-${version}`, name, version, checksum, withDependencies: from === goModule }),
  ),
);
