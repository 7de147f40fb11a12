import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkCoverage,
  coveragePage,
  PAGE,
  parseCoverage,
  readCoverage,
  readTestFiles,
  titlesOf,
} from "./spec-coverage.ts";

const root = join(import.meta.dirname, "..");
const parts = readCoverage(root);
const files = readTestFiles(root);

test("every demand names tests that are there, or says why none shows it", () => {
  expect(checkCoverage(parts, files)).toEqual([]);
});

test("the page is what its source makes; else run `npm run spec:coverage`", () => {
  expect(readFileSync(join(root, PAGE), "utf8")).toBe(coveragePage(parts));
});

test("sections 2 to 9 of the specification are there, each with demands", () => {
  const sections = parts.filter(({ level }) => level === 1).map(({ heading }) => heading.split(" ")[0]);
  expect(sections).toEqual(["2", "3", "4", "5", "6", "7", "8", "9"]);
  expect(parts.flatMap(({ demands }) => demands).length).toBeGreaterThan(200);
});

describe("what it bites", () => {
  const file = "lib/a.test.ts";
  /** The text of a template as it stands in the source. */
  const TEMPLATED = ["of $", "plan}"].join("{");
  const text = `
    test("is paid", () => {});
    test.each([1])("%d cards", async () => {}, 120_000);
    describe("a member", () => {
      it(\`of \${plan}\`, { tag: "@full" }, () => {});
      test.skip("is skipped", () => {});
    });
    describe.skip("all of it", () => {
      test("is skipped as well", () => {});
    });
    // test("is only told of", () => {});
    say("is no test", () => {});
  `;
  const check = (...lines: string[]) =>
    checkCoverage(parseCoverage(["# 2", "A demand", ...lines].join("\n")), new Map([[file, text]]));

  test("titles are read from the calls themselves, groups first, those that are skipped not", () => {
    expect(titlesOf(text)).toEqual([["is paid"], ["%d cards"], ["a member"], ["a member", TEMPLATED]]);
  });

  test.each([["is paid"], ["%d cards"], [`a member > ${TEMPLATED}`], [TEMPLATED]])("%s is there", (title) => {
    expect(check(`    ${file} > ${title}`)).toEqual([]);
  });

  test.each([
    ["is made up"],
    ["is paid > is made up"],
    ["a guest > is paid"],
    ["is skipped"],
    ["is skipped as well"],
    ["is only told of"],
    ["is no test"],
  ])("%s is not", (title) => {
    expect(check(`    ${file} > ${title}`)).toEqual([`${file} has no test "${title}"`]);
  });

  test("a test that has moved is found where it is", () => {
    expect(check("    lib/b.test.ts > is paid")).toEqual([
      `lib/b.test.ts has no test "is paid"; it is in ${file}`,
    ]);
  });

  test("a file alone is no test", () => {
    expect(check(`    ${file}`)).toEqual([`${file} has no test ""`]);
  });

  test("a demand without a test says why", () => {
    expect(check()).toEqual(['No test and no word why: "A demand"']);
    expect(check("    ~ Nobody can see it.")).toEqual([]);
  });

  test("another source makes another page", () => {
    const page = coveragePage(parseCoverage(`# 2\nSay "a | b"\n    ${file} > is paid`));
    expect(page).toContain(`| Say "a \\| b" | \`${file}\` is paid |`);
    expect(page).toContain("1 of 1 demands");
  });
});
