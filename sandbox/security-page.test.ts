import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (file: string) => readFileSync(join(import.meta.dirname, "..", "docs", file), "utf8");
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
