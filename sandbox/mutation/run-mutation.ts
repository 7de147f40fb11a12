import { randomInt } from "node:crypto";
import { stopSignal } from "../launcher/child-process.ts";
import { createProgress } from "../launcher/progress.ts";
import { startDatabaseServices, templateSandbox } from "../launcher/test-services.ts";
import { mutateCode } from "./mutate-code.ts";
import { mutateSql } from "./mutate-sql.ts";

/** The number of Stryker workers for the use cases, each with its own services. */
const WORKERS = 3;

/**
 * Mutates the code in one place at a time and runs the tests that must fail: `rules` (pure rules of lib), `use-cases`
 * (checkout, refunds, memberships, reconcile, gate) or `sql` (checkout, quota, refunds, proposals, rights). Further
 * arguments name files, or SQL functions. Returns the exit code. Takes hours.
 */
export async function runMutation({ root, args }: { root: string; args: string[] }): Promise<number> {
  const { log } = createProgress();
  const [kind, ...only] = args;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await Promise.all(stops.splice(0).map((end) => end()));
  };
  void stopSignal().then(async () => {
    await stop();
    process.exit(1);
  });
  const run = async () => {
    switch (kind) {
      case "rules":
        return mutateCode({ root, name: "rule-mutation", only, log });
      case "use-cases": {
        const template = await templateSandbox(root);
        const services = await Promise.all(
          Array.from({ length: WORKERS }, () => startDatabaseServices(root, template, 1)),
        );
        stops.push(...services.map((started) => started.stop));
        return mutateCode({ root, name: "use-case-mutation", only, services, log });
      }
      case "sql":
        return mutateSql({ root, only, seed: Number(process.env.TEST_SEED ?? randomInt(2 ** 31)), log });
      default:
        throw new Error(
          "Name what to change: npm run test:mutation -- rules|use-cases|sql [FILE or FUNCTION …]",
        );
    }
  };
  try {
    const { passed, failed } = await run();
    console.log(`${passed} changes noticed, ${failed} not`);
    return failed === 0 ? 0 : 1;
  } finally {
    await stop();
  }
}
