import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, "docs", file), "utf8");
const page = read("security.md");

/** Spells out what a line of the page is about: "1.2.5-1.2.7, 1.3.1" are four requirements. */
function numbersOf(cell: string): string[] {
  return cell.split(", ").flatMap((part) => {
    const [, chapter, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-\1\.(\d+))?$/.exec(part) ?? [];
    if (!chapter) throw new Error(`no number of a requirement: ${part}`);
    const length = Number(last) - Number(first) + 1;
    return Array.from({ length }, (_, n) => `${chapter}.${Number(first) + n}`);
  });
}

const answers = [
  ...page.matchAll(/^\| (\d[^|]*) \| [^|]* \| (?:\*\*(.+?)\*\*)?( in part| \(host\))?/gm),
].flatMap(([, cell = "", verdict, how]) => numbersOf(cell).map((number) => ({ number, verdict, how })));
const count = (verdict: string, how?: string) =>
  answers.filter((answer) => answer.verdict === verdict && (!how || answer.how === how)).length;

test("each requirement has one of the four answers, once", () => {
  const known = ["pass", "by reading", "not applicable", "not met"];
  expect(answers.filter(({ verdict }) => !known.includes(String(verdict)))).toEqual([]);
  expect(new Set(answers.map(({ number }) => number)).size).toBe(answers.length);
});

test("the sums that are told are those of the lines", () => {
  const sums = `${count("pass")} pass, ${count("by reading")} hold by reading, ${count("not applicable")} do not apply, ${count("not met")} are not met (${count("not met", " in part")} of them in part, ${count("not met", " (host)")} the host's)`;
  expect(page).toContain(`Of ${answers.length} requirements ${sums}.`);
  expect(read("reliability.md")).toContain(`${answers.length} answered: ${sums}`);
});

test("what is to be mended first is not met", () => {
  const [, first = ""] = /First to mend, by harm: ([\s\S]+?)\n\n/.exec(page) ?? [];
  const named = first.match(/\d+\.\d+\.\d+/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  const notMet = answers.filter(({ verdict }) => verdict === "not met").map(({ number }) => number);
  expect(notMet).toEqual(expect.arrayContaining(named));
});

/** The lines that name no test, a test that is not there, or a title that stands in none of the tests that they name. */
function unproven(text: string): string[] {
  return [...text.matchAll(/^\| (\d[^|]*) \| [^|]* \| (.+) \|$/gm)].flatMap(
    ([, numbers = "", answer = ""]) => {
      const tests = [...answer.matchAll(/`([^`\s]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = ""]) => path);
      const there = tests.filter((path) => existsSync(join(ROOT, path)));
      const sources = there.map((path) => readFileSync(join(ROOT, path), "utf8").replaceAll('\\"', '"'));
      const titles = [...answer.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title);
      return [
        ...(answer.startsWith("**pass**") && tests.length === 0 ? [`${numbers} names no test`] : []),
        ...tests.filter((path) => !there.includes(path)).map((path) => `${numbers} names ${path}`),
        ...titles
          .filter((title) => !sources.some((source) => source.includes(title)))
          .map((title) => `${numbers} quotes ${title}`),
      ];
    },
  );
}

test("what is said to pass names a test that is there, and each title stands in one of those named", () => {
  expect(unproven(page)).toEqual([]);
});

test("a line without a test, with one that is gone and with a title that is nowhere is found", () => {
  const lines = [
    "| 1.1.1 | one | **pass** `lib/base/log.ts` |",
    "| 1.1.2 | two | **pass** `lib/base/gone.test.ts` · `lib/base/log.ts` |",
    '| 1.1.3 | three | **pass** `lib/base/errors.test.ts` "a title that nobody wrote" |',
    "| 1.1.4 | four | **by reading** `lib/base/log.ts` |",
  ];
  expect(unproven(lines.join("\n"))).toEqual([
    "1.1.1 names no test",
    "1.1.2 names lib/base/gone.test.ts",
    "1.1.3 quotes a title that nobody wrote",
  ]);
});
