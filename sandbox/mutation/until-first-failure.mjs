import StrykerEnvironment from "@stryker-mutator/jest-runner/jest-env/node";

/** Skips the rest of a file once a test of it has failed: after a change each of them may wait for its limit. */
export default class UntilFirstFailure extends StrykerEnvironment {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === "test_fn_failure" || name === "hook_failure") this.#hasFailed = true;
    if (name === "test_start" && this.#hasFailed) test.mode = "skip";
  }
}
