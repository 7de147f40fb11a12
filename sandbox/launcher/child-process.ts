import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
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

/** The command line of a running process, or "" when there is none: tells a process of ours from a reused number. */
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
  /** Where its output goes: to this file, or to the terminal when there is none. */
  logFile?: string | undefined;
};

/**
 * Runs a program to its end and answers its exit code; 1 when a signal has ended it. It is ended with this process: a run
 * that is stopped would leave it at work for hours.
 */
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
 * Resolves once when this process is asked to stop: by a signal of its own, by the launcher passing one on, or by
 * the launcher's death. Later signals are swallowed, so that an impatient Ctrl-C does not leave services behind.
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
