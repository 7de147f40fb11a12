import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { CallRecorder } from "./call-recorder.ts";
import { brotliBytes, firstLoadBytes, scriptSizes, scriptsOf } from "./first-load.ts";
import { inParallel, perSecond } from "./in-parallel.ts";
import { kolmogorovSmirnov, tail } from "./kolmogorov-smirnov.ts";
import { packagesOfMinimalApp } from "./minimal-app.ts";
import recorded from "./minimal-page.json";
import { pageBytes, stylesOf } from "./page-bytes.ts";
import { type SectionResult, withSection } from "./performance-page.ts";
import { processorMs, residentMiB } from "./process-figures.ts";
import { missedRows, printTable, takePrinted } from "./table.ts";
import { isMissed, MISSED, type Target, targetCells } from "./target.ts";

describe("call recorder", () => {
  let service: Server;
  const recorder = new CallRecorder();

  beforeAll(async () => {
    service = createServer(async (incoming, outgoing) => {
      outgoing.writeHead(201).end(`${incoming.method} ${incoming.url} ${await text(incoming)}`);
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  });

  afterAll(async () => {
    await recorder.stop();
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
  });

  test("a call is handed on, and can be made again from what was written down", async () => {
    const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const door = await recorder.before(upstream);
    const answer = await fetch(`${door}/rpc/do?a=1`, {
      method: "POST",
      headers: { apikey: "k", "content-type": "application/json", "x-other": "1" },
      body: '{"n":"Zoë"}',
    });
    expect([answer.status, await answer.text()]).toEqual([201, 'POST /rpc/do?a=1 {"n":"Zoë"}']);
    const [call, ...others] = recorder.take();
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      url: `${upstream}/rpc/do?a=1`,
      method: "POST",
      headers: { apikey: "k", "content-type": "application/json" },
      body: '{"n":"Zoë"}',
    });
    expect(call?.headers).not.toHaveProperty("x-other");
    expect(recorder.take()).toEqual([]);
  });
});

describe("first load", () => {
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
});

describe("in parallel", () => {
  test("everything is done once, no more at a time than allowed, and answered in order", async () => {
    let underWay = 0;
    let most = 0;
    const results = await inParallel([5, 1, 4, 2, 3], 2, async (item) => {
      most = Math.max(most, ++underWay);
      await sleep(item);
      underWay -= 1;
      return item * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  test("a failure is not lost", async () => {
    const fail = () => Promise.reject(new Error("no"));
    await expect(inParallel([1], 2, fail)).rejects.toThrow("no");
  });

  test("two hundred in four seconds are fifty a second", () => {
    expect(perSecond(200, 4_000)).toBe(50);
  });
});

describe("kolmogorov smirnov", () => {
  // The critical values that every table of the test has.
  test.each([
    [0.1, 1.224],
    [0.05, 1.358],
    [0.01, 1.628],
    [0.001, 1.949],
  ])("a value above the critical one has the probability %d", (probability, critical) => {
    expect(tail(critical)).toBeCloseTo(probability, 3);
  });

  test("the distribution begins at 1 and falls", () => {
    const values = [0, 0.2, 0.3, 0.31, 0.5, 0.8, 1, 2, 5].map(tail);
    expect(values[0]).toBe(1);
    expect([...values].sort((a, b) => b - a)).toEqual(values);
    expect(values.at(-1)).toBeLessThan(1e-9);
  });

  test.each([
    [[1, 2, 3, 4], [3, 4, 5, 6], 0.5],
    [[1, 1, 2], [1, 2, 2], 1 / 3],
    [[4, 3, 2, 1], [1, 2, 3, 4], 0],
    [[1, 2], [3, 4, 5], 1],
  ])("the distance between %j and %j", (one, other, distance) => {
    expect(kolmogorovSmirnov(one, other).distance).toBeCloseTo(distance, 12);
    expect(kolmogorovSmirnov(other, one).distance).toBeCloseTo(distance, 12);
  });

  test("a shift that nobody would see is found in a thousand values, and none where there is none", () => {
    // Evenly spread from 10 to 20 ms, in turn for the one and the other.
    const times = Array.from({ length: 2000 }, (_, place) => 10 + place / 200);
    const [even, odd] = [0, 1].map((rest) => times.filter((_, place) => place % 2 === rest)) as [
      number[],
      number[],
    ];
    expect(kolmogorovSmirnov(even, odd).p).toBeGreaterThan(0.99);
    const later = odd.map((time) => time + 1);
    expect(kolmogorovSmirnov(even, later)).toMatchObject({ distance: expect.closeTo(0.1, 2) });
    expect(kolmogorovSmirnov(even, later).p).toBeLessThan(0.001);
  });

  test("nothing cannot be compared", () => {
    expect(() => kolmogorovSmirnov([], [1])).toThrow("no values");
  });
});

describe("page bytes", () => {
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
    expect(await pageBytes("<p>Hello</p>", async () => new Uint8Array())).toMatchObject({
      css: 0,
      cssSent: 0,
    });
  });
});

describe("performance page", () => {
  const PAGE = "# Performance\n\nHow it is measured.\n\n## Results\n";
  const result: SectionResult = {
    name: "pages",
    commit: "abc1234",
    day: "2026-11-23",
    seconds: 61.6,
    machine: "2 processors",
    tables: [{ title: "Requests a second", head: ["page", "ratio"], rows: [["/", "0.900"]] }],
  };

  test("a section gets a place of its own at the end", () => {
    expect(withSection(PAGE, result)).toBe(
      `${PAGE}\n### pages\n\nAt \`abc1234\` on 2026-11-23, in 62 s; 2 processors.\n\n**Requests a second**\n\n| page | ratio |\n|---|---|\n| / | 0.900 |\n`,
    );
  });

  test("its next result replaces the former one, and leaves the others and what follows alone", () => {
    const others = { ...result, name: "load", commit: "fed9876" };
    const both = withSection(withSection(PAGE, result), others);
    const page = `${both}\n## Why\n\nBecause.\n`;
    const again = withSection(page, { ...result, commit: "def5678", tables: [] });
    expect(again).toContain("At `def5678` on 2026-11-23");
    expect(again).not.toContain("abc1234");
    expect(again.match(/^### .*/gm)).toEqual(["### pages", "### load"]);
    expect(again.match(/^\*\*/gm)).toHaveLength(1);
    expect(again.endsWith("## Why\n\nBecause.\n")).toBe(true);
    expect(withSection(again, { ...result, commit: "def5678", tables: [] })).toBe(again);
  });

  test("a cell with a bar stays one cell", () => {
    const rows = [["a|b", MISSED]];
    const page = withSection(PAGE, { ...result, tables: [{ title: "t", head: ["x", "y"], rows }] });
    expect(page).toContain("| a\\|b | MISSED |");
  });
});

describe("process figures", () => {
  const tells = process.platform === "linux" ? test : test.skip;

  tells("a process that computes is seen to", () => {
    const before = processorMs(process.pid);
    const began = process.cpuUsage();
    const usedMs = () => {
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1_000;
    };
    // By its own account, not by the clock: on a busy machine it hardly computes in that time.
    while (usedMs() < 100) Math.sqrt(before);
    const seen = processorMs(process.pid) - before;
    expect(seen).toBeGreaterThanOrEqual(80);
    expect(seen).toBeLessThanOrEqual(usedMs() + 20);
  });

  tells("what a process holds is as Node itself tells", () => {
    expect(residentMiB(process.pid) / (process.memoryUsage.rss() / 2 ** 20)).toBeCloseTo(1, 0);
  });

  test("a process that is not there has no figures", () => {
    expect([processorMs(0), residentMiB(0)]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe("table", () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
    jest.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
    takePrinted();
  });
  afterEach(() => jest.restoreAllMocks());

  test("columns are as wide as their widest cell, the first aligned left", () => {
    printTable(
      "Title",
      ["page", "ms"],
      [
        ["/", "1.5"],
        ["/login", "12.5"],
      ],
    );
    expect(lines).toEqual([
      "\nTitle",
      "  page       ms",
      "  ------   ----",
      "  /         1.5",
      "  /login   12.5",
      "",
    ]);
  });

  test("what was printed is taken once", () => {
    const table = { title: "Title", head: ["a"], rows: [["1"]] };
    printTable(table.title, table.head, table.rows);
    expect(takePrinted()).toEqual([table]);
    expect(takePrinted()).toEqual([]);
  });

  test("rows whose target is missed are told, and no others", () => {
    const rows = [
      ["/", "0.9", "at least 0.8", "yes"],
      ["  /admin", "", "0.4", "at least 0.5", MISSED],
    ];
    expect(missedRows([{ title: "Ratios", head: [], rows }])).toEqual(["Ratios: /admin"]);
  });
});

describe("target", () => {
  describe("what counts as missed", () => {
    test.each<[string, number, Target, number | undefined, boolean]>([
      ["what is reached exactly is met", 0.8, { least: 0.8 }, undefined, false],
      ["more than the least is met", 1.2, { least: 0.8 }, undefined, false],
      ["less than the least is missed", 0.799, { least: 0.8 }, undefined, true],
      ["the most is met", 8, { most: 8 }, undefined, false],
      ["more than the most is missed", 8.001, { most: 8 }, undefined, true],
      ["it counts as it is shown, upwards", 0.7996, { least: 0.8 }, undefined, false],
      ["it counts as it is shown, downwards", 8.0004, { most: 8 }, undefined, false],
      ["with one digit a tenth counts", 40.04, { most: 40 }, 1, false],
      ["with one digit the next tenth is missed", 40.06, { most: 40 }, 1, true],
      ["nothing lost is met", 0, { most: 0 }, 0, false],
      ["one lost is missed", 1, { most: 0 }, 0, true],
      ["a figure that is not there is missed", Number.NaN, { least: 0.8 }, undefined, true],
      ["a figure that is not there is missed also as a most", Number.NaN, { most: 8 }, undefined, true],
      ["a division by nothing is no success", Number.POSITIVE_INFINITY, { most: 8 }, undefined, true],
    ])("%s", (_, value, target, digits, expected) => {
      expect(isMissed(value, target, digits)).toBe(expected);
    });
  });

  test("a row says what is asked of its figure, and marks it where it is missed", () => {
    expect(targetCells(0.5, { least: 0.8 })).toEqual(["at least 0.8", MISSED]);
    expect(targetCells(7.9, { most: 8 }, 1)).toEqual(["at most 8", "yes"]);
    expect(targetCells(7.9)).toEqual(["", ""]);
  });
});
