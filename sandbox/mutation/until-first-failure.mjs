import StrykerEnvironment from "@stryker-mutator/jest-runner/jest-env/node";

/** Skips the rest of a file after its first failure, since each remaining test may wait for its timeout. */
export default class UntilFirstFailure extends StrykerEnvironment {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === "test_fn_failure" || name === "hook_failure") this.#hasFailed = true;
    if (name === "test_start" && this.#hasFailed) test.mode = "skip";
  }
}
