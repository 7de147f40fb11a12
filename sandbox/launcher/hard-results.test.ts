import { type HardResult, withResult } from "./hard-results.ts";

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
