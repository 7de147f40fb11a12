// The first file that runs, on any Node 20+ with nothing installed: no dependencies, no TypeScript.
// It installs what package-lock.json names, then hands over to cli.ts on the project's own Node 24.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const [command = "start", ...args] = process.argv.slice(2);

/** Installs the locked packages unless the last installation was of this very lock file. */
function installIfNeeded() {
  const lock = join(root, "package-lock.json");
  const stamp = join(root, "node_modules", ".installed-lock");
  const wanted = createHash("sha256").update(readFileSync(lock)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing packages (the first time takes a minute or two) …");
  const started = Date.now();
  // Not `npm ci`: it refuses a lock file that lacks a platform's optional binary, which a registry may not offer yet.
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const result = spawnSync(npm, ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    // NODE_ENV=production in the caller's shell would leave out what the sandbox and the build need.
    env: { ...process.env, NODE_ENV: "development" },
  });
  if (result.status !== 0) {
    console.error(`Installing packages failed (npm install ended with ${result.status ?? result.signal}).`);
    process.exit(result.status || 1);
  }
  writeFileSync(stamp, wanted);
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

installIfNeeded();

const node = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
const child = spawn(
  node,
  ["--disable-warning=ExperimentalWarning", join(root, "sandbox", "launcher", "cli.ts"), command, ...args],
  {
    cwd: root,
    // The extra channel lets cli.ts notice that this process was killed, and stop its services.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    shell: process.platform === "win32",
  },
);

// Ctrl-C reaches the whole process group by itself; a signal sent to this process alone is passed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (child.connected) child.send({ stop: signal });
  });
}
// npm puts a shell between itself and us that dies of a signal without passing it on: its end is our signal, too.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell && child.connected) child.send({ stop: "the end of npm" });
  }, 500).unref();
}
child.on("error", (error) => {
  console.error(`Could not start Node 24 from node_modules: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
