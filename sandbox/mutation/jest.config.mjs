import { fileURLToPath } from "node:url";
import config from "../../jest.config.mjs";

const testEnvironment = fileURLToPath(new URL("until-first-failure.mjs", import.meta.url));

/** What is run after each change: the unit tests of lib, or its tests in process against the services. */
export default async function testsOfLib() {
  const isOfServices = process.env.MUTATION_SERVICES !== undefined;
  const { projects } = await config();
  const wanted = isOfServices ? "database" : "unit";
  const project = projects.find(({ displayName }) => (displayName?.name ?? displayName) === wanted);
  // Stryker's workers run side by side: each has services of its own.
  if (isOfServices) {
    const all = JSON.parse(process.env.MUTATION_SERVICES);
    Object.assign(process.env, all[Number(process.env.STRYKER_MUTATOR_WORKER ?? 0) % all.length]);
  }
  const testMatch = [`<rootDir>/lib/**/*.${isOfServices ? "db.test.ts" : "test.{ts,tsx}"}`];
  // A change that leaves a promise waiting for ever is told by this limit.
  const testTimeout = isOfServices ? 30_000 : 5_000;
  return { ...project, rootDir: process.cwd(), testMatch, testTimeout, testEnvironment };
}
