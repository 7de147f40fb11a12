import { stopSignal } from "./child-process.ts";
import { startTestSandbox, type TestSandboxOptions } from "./test-sandbox.ts";
import { SANDBOX_LINE } from "./test-services.ts";

/*
 * Runs one throwaway sandbox in its own process, so that several sandboxes share the machine's cores. Prints its
 * environment in one line. Stops on request, when its parent ends, or when one of its services exits.
 */
const stopped = stopSignal().then(() => undefined);
let fail: (message: string) => void = () => {};
const failed = new Promise<string>((resolve) => {
  fail = resolve;
});
const options: TestSandboxOptions = JSON.parse(process.argv[2] ?? "");
const sandbox = await startTestSandbox(options, fail);
console.log(SANDBOX_LINE + JSON.stringify(sandbox.environment));
const failure = await Promise.race([stopped, failed]);
if (failure) console.error(failure);
await sandbox.stop();
process.exit(failure ? 1 : 0);
