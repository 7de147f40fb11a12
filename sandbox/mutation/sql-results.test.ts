import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kept, toTry } from "./sql-results";

const folder = mkdtempSync(join(tmpdir(), "sql-results-"));
afterAll(() => rmSync(folder, { recursive: true }));
const results = join(folder, "results.json");

const change = (line: string, nth = 1) => ({ what: "public.f", line, change: "and → or", nth });
const kept = (line: string, verdict: Kept["verdict"], nth = 1): Kept => ({
  ...change(line, nth),
  verdict,
  target: "t",
});
const all = [change("a and b"), change("a and b", 2), change("c and d"), change("e and f")];
const tried = [
  kept("a and b", "killed"),
  kept("a and b", "survived", 2),
  kept("c and d", "survived"),
  kept("gone", "killed"),
];

beforeAll(() => writeFileSync(results, JSON.stringify(tried)));

test.each([
  ["all of it begins anew", undefined, true, all, []],
  [
    "what no test had noticed is tried again",
    "survivors",
    true,
    [change("a and b", 2), change("c and d")],
    [tried[0]],
  ],
  [
    "what was not come to is tried, and a line that is gone is forgotten",
    "left",
    true,
    [change("e and f")],
    tried.slice(0, 3),
  ],
  ["of some functions alone, what is known of others stays", "left", false, [change("e and f")], tried],
] as const)("%s", (_, again, isWhole, trials, former) => {
  expect(toTry(results, all, { again, isWhole })).toEqual({ trials, former });
});

test("without results everything is left", () => {
  const none = join(folder, "none.json");
  expect(toTry(none, all, { again: "left", isWhole: true })).toEqual({ trials: all, former: [] });
});
