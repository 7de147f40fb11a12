import { stopSignal } from "./child-process.ts";
import { startTestSandbox, type TestSandboxOptions } from "./test-sandbox.ts";
import { SANDBOX_LINE } from "./test-services.ts";

/*
 * A process with one throw-away sandbox in it, so that the services of several sandboxes share the machine's cores.
 * It says its environment in one line, and takes everything down when it is told to or when its parent has ended.
 */
const stopped = stopSignal();
const options: TestSandboxOptions = JSON.parse(process.argv[2] ?? "");
const sandbox = await startTestSandbox(options);
console.log(SANDBOX_LINE + JSON.stringify(sandbox.environment));
await stopped;
await sandbox.stop();
process.exit(0);
