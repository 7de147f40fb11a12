import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type ChildOptions = {
  name: string;
  script: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  onLine: (line: string) => void;
  /** Called when the process exits on its own. */
  onExit: (message: string) => void;
  /** The process stops its own children when its parent ends, so it must not be killed first. */
  endsByItself?: boolean;
  stopSeconds?: number;
};

export type Child = {
  pid: number;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

const STOP_SECONDS = 10;

/** Runs a Node script as a child that ends with this process. */
export function startChild(options: ChildOptions): Child {
  const preload = options.endsByItself ? [] : ["--import", join(import.meta.dirname, "exit-with-parent.mjs")];
  const child = spawn(process.execPath, [...preload, options.script, ...options.args], {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Runs in its own process group: Ctrl-C reaches only the launcher, which stops its children in order.
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

/** Returns a process's command line, or an empty string. Used to tell our process from a reused ID. */
export function processArguments(pid: number): string {
  if (!Number.isInteger(pid) || pid < 2) return "";
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    const result = spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
    return result.error ? "" : result.stdout;
  }
}

export type Step = {
  command: string;
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  logFile?: string | undefined;
};

/** Runs a program and returns its exit code, or 1 after a signal. Ends it when this process ends. */
export function runStep({ command, args, cwd, env = {}, logFile }: Step): Promise<number> {
  return new Promise((resolve, reject) => {
    const output = logFile ? openSync(logFile, "a") : "inherit";
    const child = spawn(command, args, {
      cwd,
      stdio: ["ignore", output, output],
      env: { ...process.env, ...env },
    });
    if (typeof output === "number") closeSync(output);
    const end = () => child.kill();
    process.once("exit", end);
    child.once("error", reject);
    child.once("exit", (code) => {
      process.removeListener("exit", end);
      resolve(code ?? 1);
    });
  });
}

/**
 * Resolves at the first stop request: a signal, a message from the launcher, or the launcher's end. Ignores later
 * signals, so an impatient Ctrl-C leaves no services behind.
 */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve(signal));
    process.on("message", (message) => {
      if (typeof message === "object" && message !== null && "stop" in message) resolve(String(message.stop));
    });
    process.on("disconnect", () => resolve("the launcher's end"));
  });
}
