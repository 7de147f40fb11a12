import { checkResult, jestResult, playwrightResult, summary, together } from "./test-report.ts";

const report = {
  numPassedTests: 2,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [{ name: "/project/lib/a.test.ts", startTime: 1000, endTime: 2500 }],
};

describe("the result of a runner's report", () => {
  test("counts Jest's tests and times its files", () => {
    expect(jestResult("/project", report, 0)).toEqual({
      passed: 2,
      failed: 0,
      files: [{ name: "lib/a.test.ts", seconds: 1.5 }],
    });
  });

  test("counts a Jest file that could not run and a runner that ended badly as failed", () => {
    expect(jestResult("/project", { ...report, numRuntimeErrorTestSuites: 1 }, 1).failed).toBe(1);
    expect(jestResult("/project", report, 1).failed).toBe(1);
  });

  test("adds up Playwright's nested suites and counts a test that passed on a retry as failed", () => {
    const spec = { file: "x.spec.ts", tests: [{ results: [{ duration: 250 }] }] };
    const report = {
      stats: { expected: 1, unexpected: 0, flaky: 1 },
      suites: [{ specs: [spec], suites: [{ specs: [spec] }] }],
    };
    expect(playwrightResult(report, 0)).toEqual({
      passed: 1,
      failed: 1,
      files: [{ name: "e2e/x.spec.ts", seconds: 0.5 }],
    });
  });
});

test("the summary has CPU and wall time of each stage and the ten slowest files", () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ name: `file ${n}`, seconds: n }));
  const unit = { name: "unit", seconds: 20.04, result: { passed: 12, failed: 0, files } };
  const lint = { name: "lint", seconds: 2, result: checkResult(1) };
  const lines = summary(
    [lint, unit],
    new Map([
      ["lint", 1],
      ["build", 60],
      ["unit", 30],
    ]),
  );
  expect(lines.slice(0, 6)).toEqual([
    "  CPU s  wall s",
    "    1.0     2.0  lint       0 passed, 1 failed",
    "   30.0    20.0  unit       12 passed, 0 failed",
    "   60.0          build",
    "   91.0         total",
    "The slowest files, in seconds:",
  ]);
  expect(lines).toHaveLength(16);
  expect(lines[6]).toBe("   11.0  unit      file 11");
  expect(together(lint.result, unit.result)).toMatchObject({ passed: 12, failed: 1 });
});
