// The answers of Python to the questions that every language is asked.

import { checkContract, none } from "../../../test/support/language-contract.ts";
import { python } from "./language.ts";

checkContract(python, {
  file: "cart.py",
  imports: {
    text: `«plain|from .cart import total, added as sum»
«module|import shop.cart as cart, os»
«list|from maße import (
    größe,  # from comment import none
    breite as weite,
)»
«all|from base import *»
text = """
from string import none
"""
`,
    says: {
      plain: ".cart: total, added as sum",
      module: "shop.cart os: * as cart",
      list: "maße: größe, breite as weite",
      all: "base: *",
    },
  },
  words: 'f(total, "a total; b")  # total\n',
  declaration: {
    text: `before = 1

«lead»# Sums.
@cached
«given|def «name|total»(items):
«body|    return len(items)»»
`,
    kind: "function",
  },
  bases: { text: "class Cart(Base, shop.Mixin[int]):\n    pass\n", bases: ["Base", "shop.Mixin[int]"] },
  exports: none,
  scope: { text: "def total():\n    pass\n", reaches: "root" },
  facts: { text: "import os\nfrom .a import b\n", modules: ["os", ".a", ".a.b"] },
  conditional: {
    text: "import sys\nif sys.platform == 'win32':\n    def total(): ...\nelse:\n    whole = 1\n",
    declares: ["total", "whole"],
  },
  leads: { text: "from ..up import a\nimport os.path\n", paths: ["../up", "os"] },
  broken: ['a = """x\nb = 1\n', "def f(:\n  [{(\n", "f'{a!r:{b'\n", "from a import (b, c\n"],
});
