import { writeFileSync } from "node:fs";

/**
 * A reporter of Jest that writes, after each file, how many have run and which test was the first to fail. Jest's own
 * --json is not written when --bail ends the run.
 */
export default class FirstFailure {
  #run = 0;
  #failed;

  onTestFileResult(_test, { testFilePath, testExecError, testResults }) {
    this.#run += 1;
    const failed = testResults.find(({ status }) => status === "failed")?.fullName;
    this.#failed ??= failed ?? (testExecError ? testFilePath : undefined);
    writeFileSync(process.env.MUTATION_RESULT, JSON.stringify({ run: this.#run, failed: this.#failed }));
  }
}
