// The first file that runs, on any Node 20+ with nothing installed, so it has no dependencies and no TypeScript. It
// installs what package-lock.json lists, then starts cli.ts on the project's own Node 24.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installIfNeeded } from "./install-packages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const [command = "start", ...args] = process.argv.slice(2);

try {
  installIfNeeded(root, "Installing packages (the first time takes a minute or two) …");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

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

// Ctrl-C reaches the whole process group. A signal sent to this process alone is forwarded.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (child.connected) child.send({ stop: signal });
  });
}
// npm runs us in a shell that exits on a signal without forwarding it, so we treat the shell's end as a signal.
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
