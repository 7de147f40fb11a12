import { randomInt } from "node:crypto";
import { mutateCode } from "../mutation/mutate-code.ts";
import { mutateSql } from "../mutation/mutate-sql.ts";
import { requireChromium } from "./chromium.ts";
import { keepHardResults } from "./hard-results.ts";
import { createProgress } from "./progress.ts";
import { checkResult, type StageResult, summary, together } from "./test-report.ts";
import {
  buildForTests,
  startDatabaseServices,
  startProductServices,
  type TestServices,
  templateSandbox,
} from "./test-services.ts";
import { createRunner } from "./test-stages.ts";

const GATE = ["lint", "unused", "types", "unit", "database", "api", "browser"] as const;
const HARD = [
  "unit",
  "lifecycle",
  "database",
  "api",
  "browser",
  "rule-mutation",
  "use-case-mutation",
  "sql-mutation",
] as const;
type StageName = (typeof GATE)[number] | (typeof HARD)[number];
type Outcome = { name: StageName; seconds: number; result: StageResult };

/**
 * Runs every check, or the stages named in `args` (`e2e` means api and browser). Further arguments go to the test runners
 * (a file name, -t "a title"). `isHard` runs the hard suite instead: the same tests at full size, and what belongs to it
 * alone; the result of each part is kept in docs/hard-suite.md.
 *
 * Both cores are kept busy: the build runs beside the first stages, database and API tests run side by side on services
 * of their own, and the browser tests come last. What a stage prints goes to
 * `test-results/<stage>.log` and is shown when it fails; a stage that runs alone prints as it goes.
 */
export async function runTests(options: { root: string; args: string[]; isHard?: boolean }): Promise<number> {
  const { root, args, isHard = false } = options;
  const stages: readonly StageName[] = isHard ? HARD : GATE;

  const named = args.flatMap((arg) => (arg === "e2e" ? (["api", "browser"] as const) : [arg]));
  const chosen = stages.filter((stage) => named.includes(stage));
  const wanted = new Set<StageName>(chosen.length > 0 ? chosen : stages);
  const rest = named.filter((arg) => !stages.some((stage) => stage === arg));
  const { log, during } = createProgress();
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  log(`What tests shuffle is repeated by TEST_SEED=${seed}.`);
  const env = { TEST_SEED: seed, ...(isHard ? { TEST_SIZE: "hard" } : {}) };
  const runner = createRunner({ root, rest, isAlone: wanted.size === 1, env, log });

  const outcomes: Outcome[] = [];
  const stage = async (name: StageName, run: () => Promise<StageResult>): Promise<void> => {
    if (!wanted.has(name)) return;
    const began = Date.now();
    let result: StageResult;
    try {
      result = await during(name, run);
    } catch (error) {
      console.error(error);
      result = checkResult(1);
    }
    log(`${name}: ${result.passed} passed, ${result.failed} failed`);
    outcomes.push({ name, seconds: (Date.now() - began) / 1000, result });
  };
  const ofTheProduct = (name: "api" | "browser", run: (product: TestServices) => Promise<StageResult>) =>
    stage(name, async () => run(await product()));

  const needsProduct = wanted.has("api") || wanted.has("browser");
  if (needsProduct) requireChromium(log);
  const build = needsProduct ? once(() => buildForTests(root, log)) : undefined;
  const template = once(() => templateSandbox(root));
  const product = once(async () => {
    await build?.();
    return runner.keep(await startProductServices(root, await template()));
  });
  if (wanted.has("types")) await runner.routeTypes();
  // A build that fails is told by the first stage that needs it.
  build?.().catch(() => {});
  const checks = async () => {
    await stage("lint", runner.lint);
    await stage("unused", runner.unused);
    await stage("types", runner.types);
  };
  await Promise.all([checks(), stage("unit", runner.unit)]);
  await stage("lifecycle", runner.lifecycle);
  await build?.().catch(() => {});
  const ofTheScreens = async () => {
    await ofTheProduct("api", runner.api);
    await ofTheProduct("browser", runner.browser);
  };
  await Promise.all([
    // Nothing may depend on the order of bytes, which the sandbox has and a hosted database has not.
    stage("database", async () =>
      runner.database(await (isHard ? templateSandbox(root, "en-US") : template())),
    ),
    ofTheScreens(),
  ]);
  await runner.stop();
  await stage("rule-mutation", () => mutateCode({ root, name: "rule-mutation", only: rest, log }));
  await stage("use-case-mutation", async () => {
    const ready = await template();
    const services = await Promise.all([1, 2, 3].map(() => startDatabaseServices(root, ready)));
    for (const started of services) runner.keep(started);
    return mutateCode({ root, name: "use-case-mutation", only: rest, services, log });
  });
  await runner.stop();
  await stage("sql-mutation", () => mutateSql({ root, only: rest, seed: Number(seed), log }));
  if (isHard && rest.length === 0) {
    keepHardResults(
      root,
      outcomes.map(({ name, seconds, result: { passed, failed } }) => ({
        part: name,
        seconds,
        passed,
        failed,
      })),
    );
  }

  const total = together(...outcomes.map(({ result }) => result));
  for (const line of summary(outcomes)) console.log(line);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** Does something at the first call only; later ones get the same answer. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
