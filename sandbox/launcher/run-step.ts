import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

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
