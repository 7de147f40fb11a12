import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strykerPlugins } from "@stryker-mutator/jest-runner";

const [plain] = strykerPlugins;

/**
 * Stryker's workers share a copy of the project. The first one runs every test and records which tests each file
 * contains.
 */
const noted = () => join(process.cwd(), ".tests-by-name.json");

/**
 * Stryker's test runner for Jest, which loads only the test files that cover a mutant: first the one beside the
 * mutated file, then the others if it passes. Stryker's own runner loads every test file and skips tests by name.
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
    // Tests in two files may have the same name, so both files are loaded.
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

/** The plugins that Stryker loads. */
const plugins = [{ kind: plain.kind, name: "covering-files", factory: coveringFiles }];

export { plugins as strykerPlugins };
