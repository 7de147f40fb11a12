import nextJest from "next/jest.js";

const createConfig = nextJest({ dir: "./" });

const common = {
  testEnvironment: "node",
  moduleNameMapper: { "^@/(.*)$": "<rootDir>/$1" },
  modulePathIgnorePatterns: ["<rootDir>/.next/", "<rootDir>/.local/"],
};

/**
 * `unit` and `sandbox` need nothing (the second starts services of its own and takes minutes); `database` and `api`
 * need the throw-away sandbox that `npm test` starts.
 */
const projects = [
  {
    displayName: "unit",
    testMatch: [
      "<rootDir>/{app,components,lib,sandbox/builders}/**/*.test.{ts,tsx}",
      "<rootDir>/sandbox/*.test.ts",
      "<rootDir>/middleware.test.ts",
    ],
    testPathIgnorePatterns: ["\\.db\\.test\\.", "\\.api\\.test\\."],
  },
  {
    displayName: "sandbox",
    testMatch: ["<rootDir>/sandbox/*/**/*.test.ts"],
    testPathIgnorePatterns: ["<rootDir>/sandbox/builders/"],
  },
  {
    displayName: "database",
    testMatch: ["<rootDir>/supabase/tests/**/*.test.ts", "<rootDir>/lib/**/*.db.test.ts"],
  },
  {
    displayName: "api",
    testMatch: ["<rootDir>/**/*.api.test.ts"],
    testPathIgnorePatterns: ["/node_modules/"],
  },
];

/** Packages that ship modules only, which Jest must compile like our own code. */
const transformIgnorePatterns = ["/node_modules/(?!(jose)/)"];

/** next/jest makes one configuration at a time and sets its own ignore patterns, so ours are put on top. */
async function toConfig(project) {
  return { ...(await createConfig({ ...common, ...project })()), transformIgnorePatterns };
}

export default async function config() {
  return { testTimeout: 60_000, maxWorkers: 2, projects: await Promise.all(projects.map(toConfig)) };
}
