import { brotliBytes, firstLoadBytes, scriptSizes, scriptsOf } from "./first-load.ts";
import { packagesOfMinimalApp } from "./minimal-app.ts";
import recorded from "./minimal-page.json" with { type: "json" };

const HTML = `
  <link rel="preload" as="script" href="/_next/static/chunks/a.js"/>
  <script src="/_next/static/chunks/a.js" async=""></script>
  <script src="/_next/static/chunks/turbopack-b~1.js" async="" nonce="x"></script>
  <script src="/_next/static/chunks/old.js" noModule=""></script>
  <script>self.__next_f.push([1,"4:I[7,[\\"/_next/static/chunks/c.js\\",\\"/_next/static/chunks/a.js\\"]]"])</script>`;

it("counts each script once, those of the component tree too, and not the one for old browsers", () => {
  expect(scriptsOf(HTML)).toEqual([
    "/_next/static/chunks/a.js",
    "/_next/static/chunks/c.js",
    "/_next/static/chunks/turbopack-b~1.js",
  ]);
});

it("adds up the compressed files", async () => {
  const size = brotliBytes(Buffer.from("export const answer = 42;".repeat(100)));
  expect(size).toBeLessThan(100);
  expect(await firstLoadBytes(HTML, async () => size)).toBe(3 * size);
});

it("fetches and compresses a script once, however many pages bring it", async () => {
  const asked: string[] = [];
  const sizeOf = scriptSizes(async (path) => {
    asked.push(path);
    return Buffer.from(path);
  });
  expect(await sizeOf("/a.js")).toBe(await sizeOf("/a.js"));
  await sizeOf("/b.js");
  expect(asked).toEqual(["/a.js", "/b.js"]);
});

it("refuses a page in which it finds no script, rather than measuring nothing", async () => {
  await expect(firstLoadBytes("<p>Hello</p>", async () => 0)).rejects.toThrow("names no script");
});

it("compares with a minimal page of the packages that are installed: `npm run bench -- pages` measures it anew", () => {
  expect(recorded.packages).toEqual(packagesOfMinimalApp(process.cwd()));
});
