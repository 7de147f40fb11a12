import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { anyFreePort } from "../launcher/ports.ts";

// biome-ignore lint/suspicious/noExplicitAny: the browser answers in every shape.
type Answer = any;
type Message = {
  id?: number;
  result?: Answer;
  error?: { message: string };
  method?: string;
  params?: Answer;
};
type Cookie = { name: string; value: string; url: string };

const WAIT_MS = 20_000;

/** One tab: its page, also after another one has come in its place. */
export type Tab = {
  send: (method: string, params?: object) => Promise<Answer>;
  evaluate: (expression: string) => Promise<Answer>;
};

/**
 * A browser whose tabs are held at the tab and not at the page: held as Playwright does it, a browser loads no page ahead
 * beyond its HTML.
 */
export class TabBrowser {
  readonly #program: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #pages = new Map<string, (sessionId: string) => void>();
  #sent = 0;

  private constructor(program: ChildProcess, profile: string, socket: WebSocket) {
    this.#program = program;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#hear(JSON.parse(String(data))));
  }

  /** Starts it with an empty profile; `keepsPages`: whether Back may find a page as it was left. */
  static async launch(path: string, { keepsPages }: { keepsPages: boolean }): Promise<TabBrowser> {
    const profile = mkdtempSync(join(tmpdir(), "slabrelay-browser-"));
    const port = await anyFreePort();
    const args = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--window-size=1280,900",
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      ...(keepsPages ? [] : ["--disable-back-forward-cache"]),
      "about:blank",
    ];
    const program = spawn(path, args, { stdio: "ignore" });
    const socket = new WebSocket(await addressOf(port));
    await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
    return new TabBrowser(program, profile, socket);
  }

  /** Opens a tab at an address. */
  async open(url: string): Promise<Tab> {
    const { targetId } = await this.#send("Target.createTarget", { url: "about:blank", forTab: true });
    const { sessionId } = await this.#send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Promise<string>((resolve) => this.#pages.set(sessionId, resolve));
    const attach = {
      autoAttach: true,
      flatten: true,
      waitForDebuggerOnStart: false,
      filter: [{ type: "page" }],
    };
    await this.#send("Target.setAutoAttach", attach, sessionId);
    const pageId = await page;
    const send = (method: string, params: object = {}) => this.#send(method, params, pageId);
    await send("Page.navigate", { url });
    const evaluate = async (expression: string) =>
      (await send("Runtime.evaluate", { expression, returnByValue: true })).result.value;
    return { send, evaluate };
  }

  /** Forgets all cookies and has these in their place. */
  async setCookies(cookies: Cookie[]): Promise<void> {
    await this.#send("Storage.clearCookies");
    await this.#send("Storage.setCookies", { cookies });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#program.once("exit", resolve));
    this.#socket.close();
    this.#program.kill("SIGTERM");
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #hear(message: Message): void {
    const { id, method, params } = message;
    if (id !== undefined) this.#waiting.get(id)?.(message);
    // A page that is loaded ahead is another one of the same tab.
    if (method !== "Target.attachedToTarget" || params.targetInfo.subtype) return;
    const { sessionId: tab } = message as { sessionId?: string };
    if (tab) this.#pages.get(tab)?.(params.sessionId);
  }

  #send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    const id = ++this.#sent;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
  }
}

async function addressOf(port: number): Promise<string> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null);
    if (answer?.ok) return ((await answer.json()) as { webSocketDebuggerUrl: string }).webSocketDebuggerUrl;
    if (Date.now() > deadline) throw new Error("The browser did not start.");
    await sleep(50);
  }
}
