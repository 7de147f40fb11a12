import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

type Send = (method: string, params: object) => Promise<unknown>;

/** A browser other than Chromium, driven by its standard protocol. */
export type OtherBrowser = {
  open: (url: string) => Promise<void>;
  read: <T>(expression: string) => Promise<T>;
  type: (text: string) => Promise<void>;
  clickAt: (x: number, y: number) => Promise<void>;
  /** Returns a PDF of the page on Letter paper, whatever its stylesheet asks for. WebKitGTK has no such command. */
  print?: () => Promise<Buffer>;
  close: () => Promise<void>;
};

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));
const WEBKIT_DRIVER = ["/usr/bin/WebKitWebDriver"].find((path) => existsSync(path));

export const OTHER_BROWSERS = {
  Firefox: { isInstalled: FIREFOX !== undefined, packages: "firefox-esr", start: startFirefox },
  WebKit: {
    isInstalled: WEBKIT_DRIVER !== undefined && existsSync("/usr/bin/Xvfb"),
    packages: "webkit2gtk-driver xvfb",
    start: startWebKit,
  },
};

/** Firefox supports WebDriver BiDi (https://w3c.github.io/webdriver-bidi) natively, over a WebSocket. */
async function startFirefox(): Promise<OtherBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const settings = { "app.update.enabled": false, "datareporting.policy.dataSubmissionEnabled": false };
  writeFileSync(
    join(profile, "user.js"),
    Object.entries(settings)
      .map(([name, value]) => `user_pref("${name}", ${value});\n`)
      .join(""),
  );
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const firefox = spawn(FIREFOX ?? "firefox", args, { env: { ...process.env, HOME: profile } });
  const [, url = ""] = await lineOf(firefox, /BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${url}/session`);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data);
    if (type === "success") waiting.get(id)?.resolve(result);
    if (type === "error") waiting.get(id)?.reject(new Error(message));
  };
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  let last = 0;
  const send: Send = (method, params) => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(++last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return answer.promise;
  };
  await send("session.new", { capabilities: {} });
  const tree = (await send("browsingContext.getTree", {})) as { contexts: { context: string }[] };
  const context = tree.contexts[0]?.context;
  const perform = (actions: object[]) => send("input.performActions", { context, actions });
  return {
    ...interaction(perform),
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    read: async (expression) => {
      const answer = (await send("script.evaluate", {
        expression: `JSON.stringify(${expression}) ?? "null"`,
        target: { context },
        awaitPromise: false,
      })) as { result: { value: string } };
      return JSON.parse(answer.result.value);
    },
    print: async () => {
      const answer = (await send("browsingContext.print", { context })) as { data: string };
      return Buffer.from(answer.data, "base64");
    },
    close: async () => {
      socket.close();
      await end(firefox);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** WebKitGTK has a WebDriver (https://www.w3.org/TR/webdriver2) and needs a display. */
async function startWebKit(): Promise<OtherBrowser> {
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"]);
  const [, display] = await lineOf(screen, /^(\d+)$/);
  const env = { ...process.env, DISPLAY: `:${display}`, WEBKIT_DISABLE_COMPOSITING_MODE: "1" };
  const port = 4500 + Number(display);
  const driver = spawn(WEBKIT_DRIVER ?? "WebKitWebDriver", [`--port=${port}`], { env });
  let session = "";
  const send = async (method: string, path: string, body?: object) => {
    const url = `http://127.0.0.1:${port}/session${session}${path}`;
    const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await response.json()) as { value: { message: string; sessionId: string } };
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  const start = async (attempts: number): Promise<{ sessionId: string }> =>
    send("POST", "", { capabilities: {} }).catch(async (error: unknown) => {
      if (attempts === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return start(attempts - 1);
    });
  session = `/${(await start(50)).sessionId}`;
  return {
    ...interaction((actions) => send("POST", "/actions", { actions })),
    open: async (url) => void (await send("POST", "/url", { url })),
    read: async <T>(expression: string) =>
      (await send("POST", "/execute/sync", { script: `return ${expression}`, args: [] })) as T,
    close: async () => {
      await send("DELETE", "");
      await Promise.all([end(driver), end(screen)]);
    },
  };
}

/** Both protocols take the same input actions. */
function interaction(perform: (actions: object[]) => Promise<unknown>) {
  return {
    type: async (text: string) => {
      const keys = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await perform([{ type: "key", id: "keyboard", actions: keys }]);
    },
    clickAt: async (x: number, y: number) => {
      const actions = [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await perform([{ type: "pointer", id: "mouse", actions }]);
    },
  };
}

/** Returns the match in the first line of a process's output that matches `form`. */
function lineOf({ stdout, stderr }: ChildProcess, form: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    for (const input of [stdout, stderr]) {
      if (!input) continue;
      createInterface({ input })
        .on("line", (line) => {
          const match = form.exec(line);
          if (match) resolve(match);
        })
        .on("close", () => reject(new Error(`No line like ${form}.`)));
    }
  });
}

function end(process: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (process.exitCode !== null) return resolve();
    process.once("exit", () => resolve());
    process.kill();
  });
}
