import { expect, test } from "vitest";
import { rustdocPlainText, rustdocText } from "./rustdoc-text.ts";

const page = `<section id="main-content" class="content"><h1>Struct Cart</h1><pre class="rust item-decl"><code>pub struct Cart&lt;T&gt; {
    pub items: <a href="x">Vec</a>&lt;T&gt;,
}</code></pre><details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock"><p>Holds items &amp; more.</p>
<div class="example-wrap"><pre>let a = 1;</pre></div><p>The end.</p>
</div></details><h2 id="fields">Fields</h2><span id="structfield.items" class="structfield"><code>items: Vec</code></span><div class="docblock"><p>The items.</p></div>
<details><summary><section id="method.total" class="method"><h4 class="code-header">pub fn <a>total</a>(&amp;self) -&gt; usize</h4></section></summary><div class="docblock"><p>Counts.</p></div></details>
<section id="method.bare" class="method"><h4 class="code-header">pub fn bare()</h4></section><section id="method.after"><h4>fn after()</h4></section><div class="docblock"><p>Not of bare.</p></div></section>`;

test("an item has its declaration and its own description, with divisions inside", () => {
  const text = rustdocText(page);
  expect(text?.signature).toBe("pub struct Cart<T> {\n    pub items: Vec<T>,\n}");
  expect(text?.doc).toBe("Holds items & more.\n\nlet a = 1;\nThe end.");
});

test("a member has its own; one that is not described has none, and never that of the next", () => {
  expect(rustdocText(page, "total")).toEqual({ signature: "pub fn total(&self) -> usize", doc: "Counts." });
  expect(rustdocText(page, "items")).toEqual({ signature: "items: Vec", doc: "The items." });
  expect(rustdocText(page, "bare")).toEqual({ signature: "pub fn bare()", doc: "" });
  expect(rustdocText(page, "nowhere")).toBeUndefined();
});

test("a page that is none has nothing to tell", () => expect(rustdocText("<html></html>")).toBeUndefined());

test("entities become characters, and what is no entity stays", () =>
  expect(rustdocPlainText("a &lt;b&gt; &#38; &#x27; &foo; &#99999999;")).toBe("a <b> & ' &foo; &#99999999;"));
