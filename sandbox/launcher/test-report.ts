/** How many tests passed and failed, and how long each took. */
export type StageResult = { passed: number; failed: number; tests: TimedTest[] };
export type TimedTest = { name: string; seconds: number };

type JestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { fullName: string; duration?: number | null }[] }[];
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tests: { results: { duration: number }[] }[] }[];
};
type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; flaky: number };
};

/** Reads what Jest's --json writes. A suite that could not run counts as one failed test. */
export function jestResult(report: JestReport, exitCode: number): StageResult {
  const tests = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ name: fullName, seconds: (duration ?? 0) / 1000 })),
  );
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return settled({ passed: report.numPassedTests, failed, tests }, exitCode);
}

/** Reads what Playwright's json reporter writes. A test that passed only at a second try has failed. */
export function playwrightResult(report: PlaywrightReport, exitCode: number): StageResult {
  const { expected, unexpected, flaky } = report.stats;
  return settled({ passed: expected, failed: unexpected + flaky, tests: testsOf(report) }, exitCode);
}

function testsOf({ suites = [], specs = [] }: PlaywrightSuite): TimedTest[] {
  const own = specs.map(({ title, file, tests }) => ({
    name: `${file}: ${title}`,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
  }));
  return [...own, ...suites.flatMap(testsOf)];
}

/** A runner that ends badly without counting a failure has failed all the same. */
function settled(result: StageResult, exitCode: number): StageResult {
  return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

/** A stage with one answer: it passed, or it did not. */
export function checkResult(exitCode: number): StageResult {
  return exitCode === 0 ? { passed: 1, failed: 0, tests: [] } : { passed: 0, failed: 1, tests: [] };
}

/** Adds up what several runs of one stage found. */
export function together(...results: StageResult[]): StageResult {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    tests: results.flatMap(({ tests }) => tests),
  };
}

/** The last lines of a run: the seconds and counts of each stage, then the ten slowest tests. */
export function summary(stages: { name: string; seconds: number; result: StageResult }[]): string[] {
  const slowest = stages
    .flatMap(({ name, result }) => result.tests.map((test) => ({ ...test, stage: name })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
  return [
    ...stages.map(
      ({ name, seconds, result: { passed, failed } }) =>
        `${seconds.toFixed(1).padStart(7)} s  ${name.padEnd(9)} ${passed} passed, ${failed} failed`,
    ),
    ...(slowest.length > 0 ? ["The slowest tests:"] : []),
    ...slowest.map(
      ({ stage, name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${stage.padEnd(9)} ${name}`,
    ),
  ];
}
