import nextJest from "next/jest.js";

// Days and months are those of UTC whatever the machine's time zone is: here the two differ for most of each day.
process.env.TZ = "Pacific/Kiritimati";

const createConfig = nextJest({ dir: "./" });

const common = {
  testEnvironment: "node",
  moduleNameMapper: {
    "^@/(.*)$": "<rootDir>/$1",
    // The words of zod's errors in some fifty other languages: half of its files, which each test file would compile.
    "^\\.\\./locales/index\\.cjs$": "<rootDir>/sandbox/builders/empty-module.cjs",
    // Parts of react-email's entry that our mails do without. To load them took a third of what all suites of rules took.
    "^\\./components/(code-block|markdown|tailwind)/.+\\.cjs$": "<rootDir>/sandbox/builders/empty-module.cjs",
  },
  modulePathIgnorePatterns: ["<rootDir>/.next/", "<rootDir>/.local/"],
};

/** Starts the throw-away sandboxes of a project, unless `npm test` has started them; each worker uses one of its own. */
const ownServices = {
  globalSetup: "<rootDir>/sandbox/launcher/jest-set-up.mjs",
  globalTeardown: "<rootDir>/sandbox/launcher/jest-tear-down.mjs",
  setupFiles: ["<rootDir>/sandbox/launcher/jest-worker.mjs"],
};

/** A file of the full suite names its part: NAME.money.test.ts, NAME.access.api.test.ts, NAME.sql.db.test.ts. */
const part = process.env.TEST_PART;
const PART_NAMED = "\\.(money|access|sql)\\.";

/**
 * `unit` needs nothing; `database` and `api` need throw-away sandboxes. With TEST_PART they are the files of that part of
 * the full suite; those of `unit` then start and end the local services themselves.
 */
const projects = [
  {
    displayName: "unit",
    setupFiles: ["<rootDir>/sandbox/builders/cached-styles.ts"],
    // React's production JSX runtime: the development one records a stack trace for each element.
    moduleNameMapper: {
      ...common.moduleNameMapper,
      "^react/jsx-runtime$": "<rootDir>/node_modules/react/cjs/react-jsx-runtime.production.js",
    },
    testMatch: part
      ? [`<rootDir>/sandbox/**/*.${part}.test.ts`]
      : [
          "<rootDir>/{app,components,lib,sandbox}/**/*.test.{ts,tsx}",
          "<rootDir>/{middleware,instrumentation,instrumentation-client}.test.{ts,tsx}",
        ],
    testPathIgnorePatterns: ["\\.db\\.test\\.", "\\.api\\.test\\.", ...(part ? [] : [PART_NAMED])],
  },
  {
    displayName: "database",
    ...ownServices,
    // Query plans are tested with the demo data, not with empty tables.
    setupFilesAfterEnv: part === "sql" ? [] : ["<rootDir>/sandbox/builders/empty-database.ts"],
    testMatch: part
      ? [`<rootDir>/supabase/tests/**/*.${part}.test.ts`, `<rootDir>/lib/**/*.${part}.db.test.ts`]
      : ["<rootDir>/supabase/tests/**/*.test.ts", "<rootDir>/lib/**/*.db.test.ts"],
    testPathIgnorePatterns: part ? [] : [PART_NAMED],
  },
  {
    displayName: "api",
    ...ownServices,
    testMatch: [`<rootDir>/e2e/api/*${part ? `.${part}` : ""}.api.test.ts`],
    testPathIgnorePatterns: part ? [] : [PART_NAMED],
  },
];

/** Packages that ship modules only, which Jest must compile like our own code. */
const transformIgnorePatterns = ["/node_modules/(?!jose/)"];

/** next/jest makes one configuration at a time and sets its own ignore patterns, so ours are put on top. */
async function toConfig(project) {
  return { ...(await createConfig({ ...common, ...project })()), transformIgnorePatterns };
}

export default async function config() {
  return { testTimeout: 60_000, maxWorkers: 2, projects: await Promise.all(projects.map(toConfig)) };
}
