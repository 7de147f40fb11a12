import { fileSizes, measureBytes, scriptsOf, stylesOf } from "./first-load.ts";
import { packagesOfMinimalApp } from "./minimal-app.ts";
import recorded from "./minimal-page.json";

describe("first load", () => {
  const HTML = `
  <link rel="preload" as="script" href="/_next/static/chunks/a.js"/>
  <link rel="preload" as="font" href="/_next/static/chunks/font.woff2"/>
  <link rel="stylesheet" nonce="x" href="/_next/static/chunks/b.css?v=1"/>
  <link rel="stylesheet" href="/_next/static/chunks/a.css"/><link rel="stylesheet" href="/_next/static/chunks/a.css"/>
  <script src="/_next/static/chunks/turbopack-b~1.js" async="" nonce="x"></script>
  <script src="/_next/static/chunks/old.js" noModule=""></script>
  <script>self.__next_f.push([1,"4:I[7,[\\"/_next/static/chunks/c.js\\",\\"/_next/static/chunks/a.js\\"]]"])</script>`;

  test("lists each script once, without the one for old browsers", () => {
    const names = ["a.js", "c.js", "turbopack-b~1.js"];
    expect(scriptsOf(HTML)).toEqual(names.map((name) => `/_next/static/chunks/${name}`));
  });

  test("lists each style sheet once", () => {
    expect(stylesOf(HTML)).toEqual(["/_next/static/chunks/a.css", "/_next/static/chunks/b.css"]);
  });

  test("adds up the compressed sizes and fetches each file once", async () => {
    const fetched: string[] = [];
    const sizeOf = fileSizes(async (path) => {
      fetched.push(path);
      return Buffer.from("export const answer = 42;".repeat(100));
    });
    const bytes = await measureBytes(scriptsOf, HTML, sizeOf);
    expect(bytes).toBe(3 * (await sizeOf("/_next/static/chunks/a.js")));
    expect(bytes).toBeLessThan(300);
    expect(fetched).toEqual(scriptsOf(HTML));
  });

  test("rejects a page without scripts", async () => {
    await expect(measureBytes(scriptsOf, "<p>Hello</p>", async () => 0)).rejects.toThrow("no such file");
  });

  test("compares with a minimal page of the installed packages (`npm run bench -- pages` records it)", () => {
    expect(recorded.packages).toEqual(packagesOfMinimalApp(process.cwd()));
  });
});
