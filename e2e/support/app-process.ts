import { execFileSync } from "node:child_process";
import type { SandboxSettings } from "../../sandbox/builders/named-sandbox.ts";
import { startApp } from "../../sandbox/launcher/app-server.ts";
import type { Child } from "../../sandbox/launcher/child-process.ts";
import { anyFreePort } from "../../sandbox/launcher/ports.ts";

/** The settings with an address at which nothing listens, for an instance beside the sandbox's own. */
export async function atOwnAddress(settings: SandboxSettings): Promise<SandboxSettings> {
  return { ...settings, APP_URL: `http://localhost:${await anyFreePort()}` };
}

/** An instance of the app that a test starts, kills and starts again, with settings of its own. */
export class AppProcess {
  readonly #settings: SandboxSettings;
  readonly #onLine: (line: string) => void;
  #app: Child | undefined;
  #onExit: (message: string) => void = () => {};

  /** `onLine` receives each line that it prints. */
  constructor(settings: SandboxSettings, onLine: (line: string) => void = () => {}) {
    this.#settings = settings;
    this.#onLine = onLine;
  }

  /**
   * Starts it with `changed` settings on top, and waits until it answers: in plain http, whatever APP_URL says, and at
   * `port`, where that is another one than people know.
   */
  async start(changed: Record<string, string> = {}, port?: number): Promise<void> {
    const settings = { ...this.#settings, ...changed };
    this.#app = await startApp({
      root: process.cwd(),
      port: port ?? Number(new URL(settings.APP_URL).port),
      mode: "start",
      env: { ...process.env, ...settings },
      onLine: this.#onLine,
      onExit: (message) => this.#onExit(message),
    });
  }

  /** Megabytes that it holds of the machine's memory. */
  get memory(): number {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(this.#app?.pid)])) / 1024;
  }

  /** Ends it as a rolling restart does; answers how it ended and after how many milliseconds. */
  async terminate(): Promise<{ said: string; ms: number }> {
    const began = Date.now();
    const ended = new Promise<string>((resolve) => {
      this.#onExit = resolve;
    });
    process.kill(this.#app?.pid ?? 0, "SIGTERM");
    return { said: await ended, ms: Date.now() - began };
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.#app?.kill();
  }
}
