import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "../postgres/postgres.ts";
import { startChild } from "./child-process.ts";

export type MailboxOptions = {
  webPort: number;
  smtpPort: number;
  /** Folder that keeps the messages over a restart. */
  mailDir: string;
  onExit: (message: string) => void;
};

/**
 * Starts the mailbox: an SMTP server that delivers nowhere, and a page and a JSON list (`/email`) of what arrived.
 * A process of its own because maildev answers signals by ending the process it runs in.
 */
export async function startMailbox(options: MailboxOptions): Promise<Service> {
  mkdirSync(options.mailDir, { recursive: true });
  let output = "";
  let ended = false;
  const child = startChild({
    name: "The mailbox",
    script: createRequire(import.meta.url).resolve("maildev/bin/maildev"),
    args: [
      ...["--smtp", String(options.smtpPort), "--ip", "127.0.0.1"],
      ...["--web", String(options.webPort), "--web-ip", "127.0.0.1"],
      ...["--mail-directory", options.mailDir],
    ],
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    cwd: options.mailDir,
    onLine: (line) => {
      output = `${output}\n${line}`.slice(-2000);
    },
    onExit: (message) => {
      ended = true;
      options.onExit(message);
    },
  });
  const url = `http://localhost:${options.webPort}`;
  for (let tries = 0; tries < 150; tries++) {
    if (await answers(`http://127.0.0.1:${options.webPort}/email`)) return { url, stop: child.stop };
    if (ended) break;
    await sleep(100);
  }
  await child.stop();
  throw new Error(`The mailbox did not start.${output}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
}
