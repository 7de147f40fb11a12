import { bytesOf, fileSizes, scriptsOf, stylesOf } from "./first-load.ts";
import { cpuMs, median, residentMiB } from "./measure.ts";
import { packagesOfMinimalApp } from "./minimal-app.ts";
import recorded from "./minimal-page.json";
import { asMarkdown, missedRows, type Target, targetCell, withSection } from "./table.ts";

describe("first load", () => {
  const HTML = `
  <link rel="preload" as="script" href="/_next/static/chunks/a.js"/>
  <link rel="preload" as="font" href="/_next/static/chunks/font.woff2"/>
  <link rel="stylesheet" nonce="x" href="/_next/static/chunks/b.css?v=1"/>
  <link rel="stylesheet" href="/_next/static/chunks/a.css"/><link rel="stylesheet" href="/_next/static/chunks/a.css"/>
  <script src="/_next/static/chunks/turbopack-b~1.js" async="" nonce="x"></script>
  <script src="/_next/static/chunks/old.js" noModule=""></script>
  <script>self.__next_f.push([1,"4:I[7,[\\"/_next/static/chunks/c.js\\",\\"/_next/static/chunks/a.js\\"]]"])</script>`;

  test("finds each script once, without the one for old browsers", () => {
    const names = ["a.js", "c.js", "turbopack-b~1.js"];
    expect(scriptsOf(HTML)).toEqual(names.map((name) => `/_next/static/chunks/${name}`));
  });

  test("finds each style sheet once", () => {
    expect(stylesOf(HTML)).toEqual(["/_next/static/chunks/a.css", "/_next/static/chunks/b.css"]);
  });

  test("adds up the compressed files, and fetches each one once", async () => {
    const fetched: string[] = [];
    const sizeOf = fileSizes(async (path) => {
      fetched.push(path);
      return Buffer.from("export const answer = 42;".repeat(100));
    });
    const bytes = await bytesOf(scriptsOf, HTML, sizeOf);
    expect(bytes).toBe(3 * (await sizeOf("/_next/static/chunks/a.js")));
    expect(bytes).toBeLessThan(300);
    expect(fetched).toEqual(scriptsOf(HTML));
  });

  test("refuses a page without scripts", async () => {
    await expect(bytesOf(scriptsOf, "<p>Hello</p>", async () => 0)).rejects.toThrow("no such file");
  });

  test("compares with a minimal page of the installed packages (`npm run bench -- pages` records it)", () => {
    expect(recorded.packages).toEqual(packagesOfMinimalApp(process.cwd()));
  });
});

describe("measuring", () => {
  test("takes the middle value, the lower one of an even number", () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 2, Number.NaN]);
  });

  (process.platform === "linux" ? test : test.skip)("reads CPU time and memory of a process", () => {
    const began = process.cpuUsage();
    const before = cpuMs(process.pid);
    const used = () => process.cpuUsage(began).user / 1000;
    while (used() < 100) Math.sqrt(before);
    expect(cpuMs(process.pid) - before).toBeGreaterThanOrEqual(80);
    expect(residentMiB(process.pid) / (process.memoryUsage.rss() / 2 ** 20)).toBeCloseTo(1, 0);
  });

  test("has no values of a process that doesn't exist", () => {
    expect([cpuMs(0), residentMiB(0)]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe("tables", () => {
  test.each<[number, Target, string]>([
    [0.8, { least: 0.8 }, "≥ 0.8"],
    [0.7996, { least: 0.8 }, "≥ 0.8"],
    [0.799, { least: 0.8 }, "≥ 0.8 MISSED"],
    [8.0004, { most: 8 }, "≤ 8"],
    [8.001, { most: 8 }, "≤ 8 MISSED"],
    [Number.NaN, { most: 8 }, "≤ 8 MISSED"],
  ])("compares %d with %j as it is shown", (value, target, cell) => {
    expect(targetCell(value, target)).toBe(cell);
  });

  const table = {
    head: ["page", "ratio", "target"],
    rows: [
      ["/", "0.9", "≥ 0.8"],
      ["/admin", "0.45", "≥ 0.5 MISSED"],
    ],
  };

  test("lists the rows that miss their target", () => {
    expect(missedRows([table])).toEqual(["/admin"]);
  });

  test("are written as aligned Markdown", () => {
    expect(asMarkdown(table).split("\n")).toEqual([
      "| page   | ratio |       target |",
      "| ------ | ----: | -----------: |",
      "| /      |   0.9 |        ≥ 0.8 |",
      "| /admin |  0.45 | ≥ 0.5 MISSED |",
    ]);
  });

  test("replace their section of the page, and leave the others alone", () => {
    const page = "# Performance\n\n### pages\n\nold\n\n### load\n\nkept\n";
    expect(withSection(page, "pages", "new")).toBe(page.replace("old", "new"));
    expect(withSection(page, "load", "new")).toBe(page.replace("kept", "new"));
    expect(withSection("# Performance\n", "load", "new")).toBe("# Performance\n\n### load\n\nnew\n");
  });
});
