import { checkResult, jestResult, playwrightResult, summary, together } from "./test-report.ts";

const report = {
  numPassedTests: 2,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [
    {
      assertionResults: [
        { fullName: "a b", duration: 1500 },
        { fullName: "c", duration: null },
      ],
    },
  ],
};

describe("what a runner's report comes to", () => {
  test("Jest: tests with their seconds", () => {
    expect(jestResult(report, 0)).toEqual({
      passed: 2,
      failed: 0,
      tests: [
        { name: "a b", seconds: 1.5 },
        { name: "c", seconds: 0 },
      ],
    });
  });

  test("Jest: a suite that could not run has failed, and so has a runner that ended badly", () => {
    expect(jestResult({ ...report, numRuntimeErrorTestSuites: 1 }, 1).failed).toBe(1);
    expect(jestResult(report, 1).failed).toBe(1);
  });

  test("Playwright: nested suites; what passed at a second try only has failed", () => {
    const spec = (title: string) => ({ title, file: "x.spec.ts", tests: [{ results: [{ duration: 250 }] }] });
    const report = {
      stats: { expected: 1, unexpected: 0, flaky: 1 },
      suites: [{ specs: [spec("a")], suites: [{ specs: [spec("b")] }] }],
    };
    expect(playwrightResult(report, 0)).toEqual({
      passed: 1,
      failed: 1,
      tests: [
        { name: "x.spec.ts: a", seconds: 0.25 },
        { name: "x.spec.ts: b", seconds: 0.25 },
      ],
    });
  });
});

test("the summary has each stage and the ten slowest tests of all", () => {
  const tests = Array.from({ length: 12 }, (_, n) => ({ name: `test ${n}`, seconds: n }));
  const unit = { name: "unit", seconds: 20.04, result: { passed: 12, failed: 0, tests } };
  const lint = { name: "lint", seconds: 2, result: checkResult(1) };
  const lines = summary([lint, unit]);
  expect(lines.slice(0, 3)).toEqual([
    "    2.0 s  lint      0 passed, 1 failed",
    "   20.0 s  unit      12 passed, 0 failed",
    "The slowest tests:",
  ]);
  expect(lines).toHaveLength(13);
  expect(lines[3]).toBe("   11.0 s  unit      test 11");
  expect(together(lint.result, unit.result)).toMatchObject({ passed: 12, failed: 1 });
});
