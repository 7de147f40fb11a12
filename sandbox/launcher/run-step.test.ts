import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a program does not outlive the run that started it", async () => {
  const module = pathToFileURL(join(process.cwd(), "sandbox/launcher/run-step.ts")).href;
  const program = "console.log(process.pid); setInterval(() => {}, 1000);";
  const folder = mkdtempSync(join(tmpdir(), "run-step-"));
  const logFile = join(folder, "log");
  const script = `
    import { existsSync, statSync } from "node:fs";
    import { runStep } from "${module}";
    void runStep({ command: process.execPath, args: ["--eval", ${JSON.stringify(program)}], cwd: "/", logFile: "${logFile}" });
    // Once the program has said its id.
    setInterval(() => existsSync("${logFile}") && statSync("${logFile}").size > 0 && process.exit(0), 20);`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script];
  await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
  const pid = Number(readFileSync(logFile, "utf8").trim());
  rmSync(folder, { recursive: true });
  expect(pid).toBeGreaterThan(1);
  try {
    for (let tries = 0; isAlive(pid) && tries < 300; tries++)
      await new Promise((done) => setTimeout(done, 100));
    expect(isAlive(pid)).toBe(false);
  } finally {
    if (isAlive(pid)) process.kill(pid);
  }
}, 60_000);
