import { join } from "node:path";
import { stopSignal } from "./child-process.ts";
import { requireChromium } from "./chromium.ts";
import { SERVICES_LINE } from "./own-services.mjs";
import { createProgress } from "./progress.ts";
import {
  buildForTests,
  startDatabaseServices,
  startProductServices,
  type TestServices,
  templateSandbox,
} from "./test-services.ts";

/*
 * Runs the services of one test run for a runner other than ours. Prints their environment in one line. Stops on
 * request or when its parent ends.
 */
const root = join(import.meta.dirname, "..", "..");
const { log } = createProgress();
let services: TestServices | undefined;
void stopSignal().then(async () => {
  await services?.stop();
  process.exit(0);
});

log("Starting the services of the tests …");
services = process.argv[2] === "database" ? await ofTheDatabase() : await ofTheProduct();
console.log(SERVICES_LINE + JSON.stringify(services.environment));

async function ofTheDatabase(): Promise<TestServices> {
  return startDatabaseServices(root, await templateSandbox(root));
}

async function ofTheProduct(): Promise<TestServices> {
  requireChromium(log);
  await buildForTests(root, log);
  return startProductServices(root, await templateSandbox(root), process.env.TEST_PART);
}
