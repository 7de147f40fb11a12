import { writeFileSync } from "node:fs";

/**
 * A reporter of Jest that writes how many files have run, which test was the first to fail, and why, and ends the run with it:
 * Jest's own --bail goes on to the end of the file, where each test may wait for its limit.
 */
export default class FirstFailure {
  #run = 0;
  #failed;
  #why;

  onTestCaseResult(_test, { status, fullName, failureMessages }) {
    if (status !== "failed") return;
    this.#run += 1;
    this.#note(fullName, failureMessages?.join("\n"));
    process.exit(1);
  }

  onTestFileResult(_test, { testFilePath, testExecError, testResults }) {
    this.#run += 1;
    const failed = testResults.find(({ status }) => status === "failed")?.fullName;
    this.#note(failed ?? (testExecError ? testFilePath : undefined));
  }

  #note(failed, why) {
    this.#failed ??= failed;
    this.#why ??= why;
    const result = { run: this.#run, failed: this.#failed, why: this.#why };
    writeFileSync(process.env.MUTATION_RESULT, JSON.stringify(result));
  }
}
