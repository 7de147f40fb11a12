import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runBench } from "../bench/run-bench.ts";
import { runMutation } from "../mutation/run-mutation.ts";
import { writeTypes } from "../postgres/write-types.ts";
import { seed } from "../seed/seed.ts";
import { printSize } from "../size.ts";
import { printSpecCoverage } from "../spec-coverage.ts";
import { buildIfNeeded } from "./app-build.ts";
import { bindStaff } from "./bind-staff.ts";
import { loadEnvFile } from "./env-file.ts";
import { appEnvironment } from "./environment.ts";
import { erasePerson } from "./erase-person.ts";
import { mailPreview } from "./mail-preview.ts";
import { resolveProductModules } from "./product-modules.ts";
import { createProgress } from "./progress.ts";
import { runFull, runTests, verify } from "./run-tests.ts";
import { serveProduct } from "./serve-product.ts";
import { stripeSetup } from "./stripe-setup.ts";

const root = join(import.meta.dirname, "..", "..");
const [command, ...args] = process.argv.slice(2);

const commands: Record<string, () => Promise<number>> = {
  start: () => serveProduct({ root, mode: "start", args }),
  dev: () => serveProduct({ root, mode: "dev", args }),
  sandbox: () => serveProduct({ root, mode: "sandbox", args }),
  build: () => build(root),
  test: () => runTests({ root, args }),
  "test:full": () => runFull({ root, args }),
  "test:mutation": () => runMutation({ root, args }),
  verify: () => verify({ root, args }),
  lint: () => runTests({ root, args: ["lint", ...args] }),
  typecheck: () => runTests({ root, args: ["types", ...args] }),
  format: async () => format(root),
  size: async () => printSize(root),
  "db:types": () => writeTypes({ root }),
  "spec:coverage": async () => printSpecCoverage({ root }),
  "mail:preview": async () => mailPreview({ root }),
  bench: () => runBench({ root, args }),
  seed: () => seed({ env: process.env, args }),
  "staff:bind": () => bindStaff({ env: loadEnvFile(root) }),
  "person:erase": () => erasePerson({ env: loadEnvFile(root), args }),
  "stripe:setup": () => stripeSetup({ env: loadEnvFile(root) }),
  doctor: async () => {
    resolveProductModules();
    const { doctor } = await import("../doctor/doctor.ts");
    return doctor({ env: loadEnvFile(root) });
  },
};

/** Builds the app for production; returns the exit code. */
async function build(root: string): Promise<number> {
  const { log, during } = createProgress();
  await during("The build is", () => buildIfNeeded(root, appEnvironment(loadEnvFile(root)), log));
  return 0;
}

/** Formats every file and sorts imports; answers the exit code. */
function format(root: string): number {
  const { status } = spawnSync(join(root, "node_modules", ".bin", "biome"), ["check", "--write", "."], {
    cwd: root,
    stdio: "inherit",
  });
  return status ?? 1;
}

const run = command ? commands[command] : undefined;
if (!run) {
  console.error(`Unknown command "${command}". There are: ${Object.keys(commands).join(", ")}.`);
  process.exit(1);
}
try {
  process.exit(await run());
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  if (process.env.DEBUG) console.error(error);
  process.exit(1);
}
