import { appendFileSync, writeFileSync } from "node:fs";

/**
 * A reporter of Jest that writes how many files have run, which test was the first to fail, its file, and why, and ends the run with it:
 * Jest's own --bail goes on to the end of the file, where each test may wait for its limit. Which file noticed is added to a
 * list, for the order of the next run.
 */
export default class FirstFailure {
  #run = 0;
  #failed;
  #file;
  #why;

  onTestCaseResult({ path }, { status, fullName, failureMessages }) {
    if (status !== "failed") return;
    this.#run += 1;
    this.#note(path, fullName, failureMessages?.join("\n"));
    appendFileSync(`${process.env.MUTATION_RESULT}.noticed`, `${path}\n`);
    process.exit(1);
  }

  onTestFileResult(_test, { testFilePath, testExecError, testResults }) {
    this.#run += 1;
    const failed = testResults.find(({ status }) => status === "failed")?.fullName;
    this.#note(testFilePath, failed ?? (testExecError ? testFilePath : undefined));
  }

  #note(file, failed, why) {
    if (failed) this.#file ??= file;
    this.#failed ??= failed;
    this.#why ??= why;
    const result = { run: this.#run, failed: this.#failed, file: this.#file, why: this.#why };
    writeFileSync(process.env.MUTATION_RESULT, JSON.stringify(result));
  }
}
