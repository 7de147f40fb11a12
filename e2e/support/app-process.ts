import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/** An instance of the app that a test starts, kills and starts again, with settings of its own. */
export class AppProcess {
  readonly #environment: Record<string, string>;
  #child: ChildProcess | undefined;

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  /** Starts it with `changed` settings on top, and waits until it answers: in plain http, whatever APP_URL says. */
  async start(changed: Record<string, string> = {}): Promise<void> {
    const environment = { ...this.#environment, ...changed };
    const { port } = new URL(environment.APP_URL ?? "");
    const next = join(process.cwd(), "node_modules", "next", "dist", "bin", "next");
    const child = spawn(process.execPath, [next, "start", "--port", port, "--hostname", "localhost"], {
      env: { ...process.env, ...environment, NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    let said = "";
    child.stderr.on("data", (text) => {
      said = (said + text).slice(-2000);
    });
    const deadline = Date.now() + 50_000;
    while (!(await answers(`http://localhost:${port}/robots.txt`))) {
      if (hasEnded(child)) throw new Error(`the app has ended: ${said}`);
      if (Date.now() > deadline) throw new Error(`the app does not answer: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
