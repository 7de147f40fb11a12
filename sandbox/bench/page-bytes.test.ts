import { brotliCompressSync, gzipSync } from "node:zlib";
import { pageBytes, stylesOf } from "./page-bytes.ts";

const HTML = `<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>
  <link rel="preload" href="/_next/static/chunks/font.woff2" as="font"/>
  <link rel="stylesheet" nonce="x" href="/_next/static/chunks/b.css?v=1"/>
  <link rel="stylesheet" href="/_next/static/chunks/a.css"/><p>Zoë</p>`;

test("each style sheet is counted once, and nothing else", () => {
  expect(stylesOf(HTML)).toEqual(["/_next/static/chunks/a.css", "/_next/static/chunks/b.css"]);
});

test("a page weighs what is sent, not how many letters it has", async () => {
  const sheet = Buffer.from(".row { color: red }".repeat(50));
  const bytes = await pageBytes(HTML, async () => sheet);
  expect(bytes.html).toBe(HTML.length + 1);
  expect(bytes.htmlSent).toBe(gzipSync(HTML).length);
  expect(bytes.css).toBe(2 * brotliCompressSync(sheet).length);
  expect(bytes.cssSent).toBe(2 * gzipSync(sheet).length);
});

test("a page without style sheets has none", async () => {
  expect(await pageBytes("<p>Hello</p>", async () => new Uint8Array())).toMatchObject({ css: 0, cssSent: 0 });
});
