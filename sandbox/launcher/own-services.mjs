// Plain JavaScript, because an editor runs Jest and Playwright on any installed Node version.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const isWindows = process.platform === "win32";

/** Prefix of the output line with the environment of the started services. */
export const SERVICES_LINE = "SERVICES ";

/** Playwright's global setup. @public */
export default () => startOwnServices("product");

/**
 * Starts the services for a kind of test, `database` or `product`, and adds their environment to this process.
 * Returns a function that stops them. Uses existing services if the environment already names them, as the runner's
 * does.
 */
export async function startOwnServices(kind) {
  const named = process.env.TEST_SERVICES;
  if (named === kind) return async () => {};
  if (named) {
    throw new Error(
      `These tests use services of the kind "${kind}", and the environment names some of the kind "${named}". Run one kind at a time, or all of them by \`npm test\`.`,
    );
  }
  const node = join(root, "node_modules", ".bin", isWindows ? "node.cmd" : "node");
  const script = join(root, "sandbox", "launcher", "services-process.ts");
  // Jest sets another time zone, but services use the machine's.
  const { TZ: _, ...env } = process.env;
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", script, kind], {
    cwd: root,
    env,
    // The channel closes when this process ends.
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    // Runs in its own process group: Ctrl-C reaches only this process, which then stops it in order.
    detached: true,
    shell: isWindows,
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const environment = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith(SERVICES_LINE)) resolve(JSON.parse(line.slice(SERVICES_LINE.length)));
      else console.error(line);
    });
    void ended.then(() => reject(new Error("The services of the tests did not start: see above.")));
  });
  Object.assign(process.env, environment);
  return async () => {
    for (const name of Object.keys(environment)) delete process.env[name];
    if (child.connected) child.send({ stop: "the end of the tests" });
    await ended;
  };
}
