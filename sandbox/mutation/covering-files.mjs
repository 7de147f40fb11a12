import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strykerPlugins } from "@stryker-mutator/jest-runner";

const [plain] = strykerPlugins;

/** Stryker's workers share a copy of the project: the first one, which runs every test, writes down what stands where. */
const noted = () => join(process.cwd(), ".tests-by-name.json");

/**
 * Stryker's test runner for Jest, which after each change loads only the files of the tests that reach it: the one beside
 * the changed file first, and the others when that has noticed nothing. The plain one loads every test file and skips
 * the tests in it by name.
 */
function coveringFiles(injector) {
  const runner = plain.factory(injector);
  const { dryRun, mutantRun, run } = runner;
  let testFiles;

  runner.dryRun = async (options) => {
    const result = await dryRun.call(runner, options);
    const places = (result.tests ?? []).map(({ id, fileName }) => [id, fileName]);
    writeFileSync(noted(), JSON.stringify(places));
    return result;
  };
  runner.mutantRun = async (options) => {
    const { testFilter, sandboxFileName } = options;
    testFiles = undefined;
    if (!testFilter) return mutantRun.call(runner, options);
    const wanted = new Set(testFilter);
    // Tests of two files may have the same name: then both files are loaded.
    const named = JSON.parse(readFileSync(noted(), "utf8")).filter(([id]) => wanted.has(id));
    const files = [...new Set(named.map(([, file]) => file))];
    const isBeside = (file) => file.replace(/\.test\.tsx?$/, "") === sandboxFileName.replace(/\.ts$/, "");
    const turns = [files.filter(isBeside), files.filter((file) => !isBeside(file))].filter(
      ({ length }) => length > 0,
    );
    let result;
    for (testFiles of turns) {
      result = await mutantRun.call(runner, options);
      if (result.status !== "survived") break;
    }
    return result;
  };
  runner.run = (settings) => run.call(runner, { ...settings, testFiles: settings.testFiles ?? testFiles });
  return runner;
}
coveringFiles.inject = plain.factory.inject;

/** What Stryker loads. */
const plugins = [{ kind: plain.kind, name: "covering-files", factory: coveringFiles }];

export { plugins as strykerPlugins };
