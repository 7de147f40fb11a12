import type { SandboxSettings } from "../../sandbox/builders/named-sandbox.ts";
import { startApp } from "../../sandbox/launcher/app-server.ts";
import type { Child } from "../../sandbox/launcher/child-process.ts";
import { anyFreePort } from "../../sandbox/launcher/ports.ts";

export async function atOwnAddress(settings: SandboxSettings): Promise<SandboxSettings> {
  return { ...settings, APP_URL: `http://localhost:${await anyFreePort()}` };
}

export class AppProcess {
  readonly #settings: SandboxSettings;
  readonly #onLine: (line: string) => void;
  #app: Child | undefined;
  #onExit: (message: string) => void = () => {};

  constructor(settings: SandboxSettings, onLine: (line: string) => void = () => {}) {
    this.#settings = settings;
    this.#onLine = onLine;
  }

  /** Starts the app with `changed` settings, at `port` if it isn't APP_URL's, and waits for a response. */
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

  async terminate(): Promise<{ said: string; ms: number }> {
    const began = Date.now();
    const ended = new Promise<string>((resolve) => {
      this.#onExit = resolve;
    });
    process.kill(this.#app?.pid ?? 0, "SIGTERM");
    return { said: await ended, ms: Date.now() - began };
  }

  async kill(): Promise<void> {
    await this.#app?.kill();
  }
}
