import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HardResult, keepHardResults, withResult } from "./hard-results.ts";

const PAGE =
  "# The hard suite\n\n| api | says what it proves |\n\n## Last results\n\n| part | passed | failed | time | commit | day |\n|---|---|---|---|---|---|\n";
const result: HardResult = {
  part: "api",
  commit: "abc1234",
  day: "2026-11-22",
  seconds: 61.6,
  passed: 400,
  failed: 0,
};

test("a part gets a row of its own, which its next result replaces", () => {
  const first = withResult(PAGE, result);
  expect(first).toBe(`${PAGE}| api | 400 | 0 | 62 s | \`abc1234\` | 2026-11-22 |\n`);
  const both = withResult(first, { ...result, part: "database", passed: 1 });
  const again = withResult(both, { ...result, commit: "def5678", failed: 2 });
  expect(again).toBe(
    `${PAGE}| api | 400 | 2 | 62 s | \`def5678\` | 2026-11-22 |\n| database | 1 | 0 | 62 s | \`abc1234\` | 2026-11-22 |\n`,
  );
});

test("a result kept before is no change of the work, anything else is", () => {
  const root = mkdtempSync(join(tmpdir(), "hard-results-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.test", ...args], { cwd: root });
  mkdirSync(join(root, "docs"));
  writeFileSync(join(root, "docs/hard-suite.md"), PAGE);
  writeFileSync(join(root, "work.txt"), "done");
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message=all");
  keepHardResults(root, [result]);
  keepHardResults(root, [{ ...result, part: "browser" }]);
  writeFileSync(join(root, "work.txt"), "not yet");
  keepHardResults(root, [{ ...result, part: "unit" }]);
  const rows = readFileSync(join(root, "docs/hard-suite.md"), "utf8").split("\n").slice(-4, -1);
  expect(rows.map((row) => [row.split(" ")[1], row.includes("with changes")])).toEqual([
    ["api", false],
    ["browser", false],
    ["unit", true],
  ]);
  rmSync(root, { recursive: true });
});
