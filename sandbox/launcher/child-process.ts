import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type ChildOptions = {
  /** What it is called in messages. */
  name: string;
  script: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Receives each line it prints. */
  onLine: (line: string) => void;
  /** Called when it ends without having been asked to. */
  onExit: (message: string) => void;
  /** It takes its own children down when its parent ends, and must not be ended before it has. */
  endsByItself?: boolean;
  /** How long it may take to end before it is killed. */
  stopSeconds?: number;
};

export type Child = {
  pid: number;
  /** Asks it to end, and kills it when it takes too long. */
  stop: () => Promise<void>;
  /** Ends it at once. */
  kill: () => Promise<void>;
};

const STOP_SECONDS = 10;

/** Runs a Node script as a child of this process: it ends with this one, however this one ends. */
export function startChild(options: ChildOptions): Child {
  const preload = options.endsByItself ? [] : ["--import", join(import.meta.dirname, "exit-with-parent.mjs")];
  const child = spawn(process.execPath, [...preload, options.script, ...options.args], {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // A group of its own: Ctrl-C reaches the launcher only, which then stops its children in order.
    detached: true,
  });
  let stopping = false;
  const exited = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", (code, signal) => {
      resolve();
      if (!stopping) options.onExit(`${options.name} exited unexpectedly (${signal ?? `code ${code}`}).`);
    });
  });
  for (const stream of [child.stdout, child.stderr]) eachLine(stream, options.onLine);
  const kill = async () => {
    stopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await exited;
  };
  const stop = async () => {
    stopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const late = sleep((options.stopSeconds ?? STOP_SECONDS) * 1000, "late", { ref: false });
    if ((await Promise.race([exited, late])) === "late") await kill();
  };
  return { pid: child.pid ?? 0, stop, kill };
}

function eachLine(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  let rest = "";
  stream?.setEncoding("utf8");
  stream?.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) onLine(line.trimEnd());
  });
}
