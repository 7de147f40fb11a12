import { readFileSync } from "node:fs";
import { relative } from "node:path";

export type StageResult = { passed: number; failed: number; files: TimedFile[] };
export type TimedFile = { name: string; seconds: number };

type JestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; startTime: number; endTime: number }[];
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: { file: string; tests: { results: { duration: number }[] }[] }[];
};
type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; flaky: number };
};

/** Reads Jest's --json report. A file that failed to run counts as one failed test. */
export function jestResult(root: string, report: JestReport, exitCode: number): StageResult {
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return settled({ passed: report.numPassedTests, failed, files }, exitCode);
}

/** Reads Playwright's JSON report. A test that passed only on a retry counts as failed. */
export function playwrightResult(report: PlaywrightReport, exitCode: number): StageResult {
  const { expected, unexpected, flaky } = report.stats;
  const seconds = new Map<string, number>();
  for (const { file, tests } of specsOf(report)) {
    const spent = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + spent / 1000);
  }
  const files = [...seconds].map(([file, seconds]) => ({ name: `e2e/${file}`, seconds }));
  return settled({ passed: expected, failed: unexpected + flaky, files }, exitCode);
}

function specsOf({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite["specs"]> {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** A nonzero exit code without failures counts as one failure. */
function settled(result: StageResult, exitCode: number): StageResult {
  return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

export function checkResult(exitCode: number): StageResult {
  return exitCode === 0 ? { passed: 1, failed: 0, files: [] } : { passed: 0, failed: 1, files: [] };
}

export function together(...results: StageResult[]): StageResult {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    files: results.flatMap(({ files }) => files),
  };
}

export type Outcome = { name: string; seconds: number; result: StageResult };

/**
 * Returns the last lines of a run: CPU and wall seconds and counts per stage, shared CPU seconds (build, services), the
 * total, and the ten slowest files. `cpu` is empty if the system doesn't report it.
 */
export function summary(outcomes: Outcome[], cpu: ReadonlyMap<string, number>): string[] {
  const stages = new Map(outcomes.map((outcome) => [outcome.name, outcome]));
  const total = [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0);
  const line = (name: string) => {
    const stage = stages.get(name);
    const counts = stage ? `${stage.result.passed} passed, ${stage.result.failed} failed` : "";
    return `${column(cpu.get(name))} ${column(stage?.seconds)}  ${name.padEnd(10)} ${counts}`.trimEnd();
  };
  const slowest = outcomes
    .flatMap(({ name, result }) => result.files.map((file) => ({ ...file, stage: name })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
  return [
    "  CPU s  wall s",
    ...[...new Set([...stages.keys(), ...cpu.keys()])].map(line),
    ...(cpu.size > 0 ? [`${column(total)}         total`] : []),
    ...(slowest.length > 0 ? ["The slowest files, in seconds:"] : []),
    ...slowest.map(({ stage, name, seconds }) => `${column(seconds)}  ${stage.padEnd(9)} ${name}`),
  ];
}

const column = (seconds: number | undefined) =>
  seconds === undefined ? "       " : seconds.toFixed(1).padStart(7);

/** Linux reports process times in hundredths of a second. */
const TICKS_PER_SECOND = 100;

export class CpuTime {
  readonly seconds = new Map<string, number>();
  #seen = ofEndedChildren();

  /** Attributes to `what` the CPU time of child processes that ended since the last call. */
  charge(what: string): void {
    const now = ofEndedChildren();
    this.seconds.set(what, (this.seconds.get(what) ?? 0) + now - this.#seen);
    this.#seen = now;
  }

  get isKnown(): boolean {
    return ofEndedChildren() > 0;
  }
}

function ofEndedChildren(): number {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The second field, the program's name in parentheses, may contain spaces. cutime and cstime are fields 16 and 17.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
