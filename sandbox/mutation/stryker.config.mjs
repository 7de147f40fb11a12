import { globSync, readFileSync } from "node:fs";

/** The use cases that handle money and cards. Their tests run in process against the database and the payment sandbox. */
const useCases = [
  "lib/gate.ts",
  "lib/http/prepare-server.ts",
  "lib/jobs/reconcile-events.ts",
  "lib/jobs/reconcile-reservations.ts",
  "lib/jobs/reconcile.ts",
  "lib/membership/sync-membership.ts",
  "lib/orders/charges/sync-charge.ts",
  "lib/orders/checkout/fulfill-checkout.ts",
  "lib/orders/checkout/open-checkout.ts",
  "lib/orders/checkout/sync-refund.ts",
  "lib/staff/refunds/refund-order.ts",
];

/** The pure rules, which unit tests call without a server. */
const rules = globSync("lib/**/*.ts").filter(
  (file) =>
    !/\.test\.ts$|database\.types/.test(file) && !/import "server-only"/.test(readFileSync(file, "utf8")),
);

/** Mutates the code of lib in one place at a time: `npm run test:mutation -- rules` and `use-cases`. */
const services = JSON.parse(process.env.MUTATION_SERVICES ?? "[]");
const isOfServices = services.length > 0;
const part = isOfServices ? "use-case-mutation" : "rule-mutation";

export default {
  packageManager: "npm",
  plugins: ["@stryker-mutator/jest-runner", "./sandbox/mutation/covering-files.mjs"],
  testRunner: "covering-files",
  jest: {
    projectType: "custom",
    configFile: "sandbox/mutation/jest.config.mjs",
    // Jest's search finds tests that import a file, but not those that load it lazily. covering-files.mjs uses
    // measured coverage.
    enableFindRelatedTests: false,
  },
  coverageAnalysis: "perTest",
  mutate: isOfServices ? useCases : rules,
  ignorePatterns: [".next", ".local", "test-results", "e2e/pictures"],
  ignoreStatic: true,
  // Tests of the use cases spend most of their time waiting.
  concurrency: services.length || 2,
  // Jest keeps loaded modules in memory, so a worker that is never restarted slows to a halt.
  maxTestRunnerReuse: 80,
  timeoutMS: isOfServices ? 60_000 : 15_000,
  tempDirName: ".local/stryker",
  reporters: ["clear-text", "json", "progress-append-only"],
  jsonReporter: { fileName: `test-results/${part}.json` },
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  thresholds: { high: 95, low: 90, break: 90 },
  disableTypeChecks: "lib/**/*.ts",
};
