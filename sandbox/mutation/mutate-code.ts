import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../launcher/child-process.ts";
import type { TestServices } from "../launcher/test-services.ts";

/** How many mutants the tests detected, and how many survived. */
export type MutationResult = { passed: number; failed: number };

/** Stryker's JSON report. */
type MutationReport = { files: Record<string, { mutants: { status: string }[] }> };

/** Percentage of mutants that the tests must detect. */
const LEAST_PERCENT = 90;

/**
 * Mutates the code of lib in one place at a time and runs the tests that must fail: the unit tests of the pure rules,
 * or with services (one set per Stryker worker) the in-process tests of the use cases that handle money. `only` names
 * files instead. Writes each result to test-results/{name}.json. Survivors count as failed while fewer than nine in
 * ten mutants are detected.
 */
export async function mutateCode(options: {
  root: string;
  name: string;
  only: string[];
  services?: TestServices[];
  log: (line: string) => void;
}): Promise<MutationResult> {
  const { root, name, only, services, log } = options;
  const environments = services?.map(({ environment }) => environment);
  const code = await runStep({
    command: process.execPath,
    args: [
      join(root, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js"),
      ...["run", join(root, "sandbox", "mutation", "stryker.config.mjs")],
      ...(only.length > 0 ? ["--mutate", only.join(",")] : []),
    ],
    cwd: root,
    env: environments ? { MUTATION_SERVICES: JSON.stringify(environments) } : {},
  });
  const report = JSON.parse(
    readFileSync(join(root, "test-results", `${name}.json`), "utf8"),
  ) as MutationReport;
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const killed = count("Killed", "Timeout");
  const survived = count("Survived", "NoCoverage");
  const percent = (100 * killed) / Math.max(1, killed + survived);
  log(`${name}: ${killed} of ${killed + survived} changes were noticed, ${percent.toFixed(1)} %`);
  const isEnough = percent >= LEAST_PERCENT && (code === 0 || only.length > 0);
  return { passed: killed, failed: isEnough ? 0 : Math.max(1, survived) };
}
