import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import config from "../../jest.config.mjs";

const testEnvironment = fileURLToPath(new URL("until-first-failure.mjs", import.meta.url));

/** The tests to run for each mutant: the unit tests of lib, or its in-process tests against the services. */
export default async function testsOfLib() {
  const isOfServices = process.env.MUTATION_SERVICES !== undefined;
  const { projects } = await config();
  const wanted = isOfServices ? "database" : "unit";
  const project = projects.find(({ displayName }) => (displayName?.name ?? displayName) === wanted);
  if (isOfServices) Object.assign(process.env, freeServices(JSON.parse(process.env.MUTATION_SERVICES)));
  const testMatch = [`<rootDir>/lib/**/*.${isOfServices ? "db.test.ts" : "test.{ts,tsx}"}`];
  // This limit catches a mutant that leaves a promise pending forever.
  const testTimeout = isOfServices ? 30_000 : 5_000;
  // Stryker can't measure coverage in a test environment that a file sets itself.
  const unmeasured = globSync("lib/**/*.test.{ts,tsx}").filter((file) =>
    readFileSync(file, "utf8").startsWith("/** @jest-environment"),
  );
  const testPathIgnorePatterns = [...(project.testPathIgnorePatterns ?? []), ...unmeasured];
  return {
    ...project,
    rootDir: process.cwd(),
    testMatch,
    testPathIgnorePatterns,
    testTimeout,
    testEnvironment,
  };
}

/**
 * Reserves services that no other Stryker worker uses. Workers run in parallel, and the number of one that replaces a
 * hung worker doesn't tell which services are free. Two workers on one database would detect each other instead of
 * the mutant.
 */
function freeServices(all) {
  for (const [index, environment] of all.entries()) {
    const claim = join(process.cwd(), `.services-${index}`);
    if (!isAlive(ownerOf(claim))) rmSync(claim, { force: true });
    if (ownerOf(claim) === process.pid || isWritten(claim)) return environment;
  }
  throw new Error("There are more workers than services.");
}

function ownerOf(claim) {
  try {
    return Number(readFileSync(claim, "utf8"));
  } catch {
    return null;
  }
}

function isWritten(claim) {
  try {
    writeFileSync(claim, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch {
    return false;
  }
}
