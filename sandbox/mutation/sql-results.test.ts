import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kept, SqlResults } from "./sql-results";

const folder = mkdtempSync(join(tmpdir(), "sql-results-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "results.json");

const change = (line: string, nth = 1, what = "public.f") => ({ what, line, change: "and → or", nth });
const kept = (verdict: Kept["verdict"], ...about: Parameters<typeof change>): Kept => ({
  ...change(...about),
  verdict,
  target: "t",
});
const all = [change("a and b"), change("a and b", 2), change("c and d"), change("e and f")];
const other = kept("survived", "g and h", 1, "public.g");
const former = [
  kept("killed", "a and b"),
  kept("survived", "a and b", 2),
  kept("survived", "c and d"),
  kept("killed", "was and is gone"),
];

beforeEach(() => writeFileSync(file, JSON.stringify([...former, other])));
const stored = (): Kept[] => JSON.parse(readFileSync(file, "utf8"));

test.each([
  ["all of it begins anew", undefined, true, all, []],
  ["a function that is named begins anew, and others stay", undefined, false, all, [other]],
  [
    "what no test had noticed is tried again",
    "survivors",
    false,
    [all[1], all[2]],
    [...former.slice(0, 3), other],
  ],
  [
    "what was not come to is tried, and functions that are gone are forgotten",
    "left",
    true,
    [all[3]],
    former.slice(0, 3),
  ],
] as const)("%s", (_, again, isWhole, trials, stays) => {
  const results = new SqlResults(file, all, { again, isWhole });
  expect(results.trials).toEqual(trials);
  results.keep([]);
  expect(stored()).toEqual(stays);
});

test("a run that is ended forgets nothing, and all that was ever tried is answered", () => {
  const results = new SqlResults(file, all, { again: "survivors", isWhole: false });
  results.keep([kept("killed", "c and d")]);
  expect(results.ofAll()).toEqual([former[0], former[1], kept("killed", "c and d")]);
  const next = new SqlResults(file, all, { again: "survivors", isWhole: false });
  expect(next.trials).toEqual([all[1]]);
});

test("without results everything is left", () => {
  const results = new SqlResults(join(folder, "none.json"), all, { again: "left", isWhole: true });
  expect(results.trials).toEqual(all);
  expect(results.ofAll()).toEqual([]);
});
