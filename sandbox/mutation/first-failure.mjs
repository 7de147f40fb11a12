import { appendFileSync, writeFileSync } from "node:fs";

/**
 * A Jest reporter that ends the run at the first failed test and writes its name, file and error, and the number of
 * files run. Jest's own --bail runs the file to its end, where each test may wait for its timeout. The failed file is
 * added to a list that orders the next run.
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
