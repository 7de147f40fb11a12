import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "./child-process.ts";

export type AppServerOptions = {
  root: string;
  dir?: string;
  port: number;
  /** `dev` reloads on change, `start` serves the last build. */
  mode: "start" | "dev";
  env: NodeJS.ProcessEnv;
  onLine: (line: string) => void;
  onExit: (message: string) => void;
};

const START_SECONDS = 60;

/** Megabytes of V8's heap. A process keeps 80 MB in use. Above 2 GB, V8 lets garbage grow without a measurable gain. */
const HEAP_MB = 2000;

/** Returns NODE_OPTIONS with ours first, so that the caller's take precedence. */
export function nodeOptions(env: NodeJS.ProcessEnv): string {
  return `--max-old-space-size=${HEAP_MB} ${env.NODE_OPTIONS ?? ""}`.trim();
}

/** Next prints this once it listens. Before that, another process may respond on its port. */
const LISTENS = /Ready in/;

/** Starts the app on localhost and waits until it responds. Throws its output if it exits or times out. */
export async function startApp(options: AppServerOptions): Promise<Child> {
  let ended: string | undefined;
  let listens = false;
  const said: string[] = [];
  const child = startChild({
    name: "The app",
    script: join(options.root, "node_modules", "next", "dist", "bin", "next"),
    args: [options.mode, "--port", String(options.port), "--hostname", "localhost"],
    cwd: options.dir ?? options.root,
    env: {
      ...options.env,
      NODE_ENV: options.mode === "dev" ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
      ...(options.mode === "start" ? { NODE_OPTIONS: nodeOptions(options.env) } : {}),
    },
    onLine: (line) => {
      if (LISTENS.test(line)) listens = true;
      if (!listens) said.push(line);
      options.onLine(line);
    },
    onExit: (message) => {
      ended = message;
      options.onExit(message);
    },
  });
  const deadline = Date.now() + START_SECONDS * 1000;
  while (Date.now() < deadline) {
    if (ended) throw new Error([ended, ...said].join("\n"));
    if (listens && (await answers(`http://localhost:${options.port}/robots.txt`))) return child;
    await sleep(50);
  }
  await child.stop();
  const late = `The app didn't respond on port ${options.port} within ${START_SECONDS} s.`;
  throw new Error([late, ...said].join("\n"));
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(START_SECONDS * 1000) })).ok;
  } catch {
    return false;
  }
}
