import { spawn } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { freePorts, type Ports, portVariables } from "../launcher/ports.ts";
import { createProgress } from "../launcher/progress.ts";
import { resetSandbox } from "../launcher/sandbox-data.ts";
import { bareClone } from "./bare-clone.ts";
import { printTable } from "./table.ts";
import { TARGET_HEAD, type Target, targetCells } from "./target.ts";

/** What the launcher says when a step is done, by the step. */
const SAID = {
  installed: /^Packages installed in/,
  services: /The services are up\.$/,
  built: /The app is built\.$/,
  ready: /Ready: http/,
};
type Step = keyof typeof SAID;
/** Seconds from the launch to the end of each step that was taken. */
type Launch = Partial<Record<Step, number>> & { ready: number };

const READY_SECONDS = 600;

/**
 * Measures where `npm start` spends its time on a bare clone: a copy of the working tree without packages, build and
 * data. npm takes from its cache what lies there. `--quick` does the same: there is nothing to take less of.
 */
export async function benchStart({ root }: { root: string }): Promise<void> {
  const { log } = createProgress();
  const clone = bareClone(root);
  // The database runs as a user of its own, which has to get at its programs.
  chmodSync(clone, 0o755);
  try {
    const ports = await freePorts();
    log("Starting the product on a bare clone …");
    const first = await launch(clone, ports);
    const second = await launch(clone, ports);
    print(first, second);
  } finally {
    resetSandbox(`${clone}/.local`);
    rmSync(clone, { recursive: true, force: true });
  }
}

/** Launches the product, asks for a page, and ends it. Throws what it said when it does not get ready. */
async function launch(folder: string, ports: Ports): Promise<Launch & { page: number }> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== "NODE_ENV");
  const child = spawn(process.execPath, ["sandbox/launcher/launch.mjs", "start"], {
    cwd: folder,
    env: { ...Object.fromEntries(own), NODE_ENV: "production", ...portVariables(ports) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const reached: Partial<Record<Step, number>> = {};
  const said: string[] = [];
  const late = setTimeout(() => child.kill("SIGTERM"), READY_SECONDS * 1000);
  try {
    const isReady = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface(stream).on("line", (line) => {
          said.push(line);
          for (const [step, words] of Object.entries(SAID)) {
            if (words.test(line)) reached[step as Step] ??= seconds();
          }
          if (reached.ready !== undefined) resolve();
        });
      }
    });
    await Promise.race([isReady, exited]);
    const { ready } = reached;
    if (ready === undefined) throw new Error(["The product did not start.", ...said.slice(-40)].join("\n"));
    const asked = performance.now();
    const answer = await fetch(`http://localhost:${ports.app}/`);
    await answer.text();
    if (!answer.ok) throw new Error(`The first page was answered ${answer.status}.`);
    return { ...reached, ready, page: performance.now() - asked };
  } finally {
    clearTimeout(late);
    child.kill("SIGTERM");
    await exited;
  }
}

function print(first: Launch & { page: number }, second: Launch & { page: number }): void {
  const { installed = Number.NaN, services = Number.NaN, built = Number.NaN, ready, page } = first;
  const row = (step: string, seconds: number, target?: Target) => [
    step,
    seconds.toFixed(1),
    ...targetCells(seconds, target, 1),
  ];
  printTable(
    "Seconds from a bare clone to the first page",
    ["step", "s", ...TARGET_HEAD],
    [
      row("install", installed),
      row("services, after the install", services - installed),
      row("build, after the install", built - installed),
      row("build and services, side by side", Math.max(services, built) - installed, { most: 40 }),
      row("the server, after both", ready - Math.max(services, built)),
      row("first page", page / 1000),
      row("all of it", ready + page / 1000),
      row("second start, to the first page", second.ready + second.page / 1000),
    ],
  );
}
