import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sandboxPublic } from "../../lib/base/env-public.ts";
import { startChild } from "./child-process.ts";

const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  // The build contains the migrations' names.
  "supabase/migrations",
  "middleware.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const PUBLIC_VARIABLES = Object.keys(sandboxPublic);

/** Builds the app unless the last build has the same sources and public variables. */
export async function buildIfNeeded(
  root: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<void> {
  const stamp = join(root, ".next", "build-fingerprint");
  const wanted = fingerprint(root, env);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return log("The last build is current.");
  log("Building the app …");
  await runNextBuild({ root, dir: root, env });
  writeFileSync(stamp, wanted);
  log("The app is built.");
}

/** Builds the Next app in `dir` with the packages of `root`. Throws the end of its output if the build fails. */
export async function runNextBuild(options: {
  root: string;
  dir: string;
  env: NodeJS.ProcessEnv;
}): Promise<void> {
  const { root, dir, env } = options;
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    startChild({
      name: "The build",
      script: join(root, "node_modules", "next", "dist", "bin", "next"),
      args: ["build"],
      cwd: dir,
      env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      onLine: (line) => output.push(line),
      onExit: (message) =>
        message.includes("code 0")
          ? resolve()
          : reject(new Error(`${message}\n${output.slice(-60).join("\n")}`)),
    });
  });
}

function fingerprint(root: string, env: NodeJS.ProcessEnv): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addToHash(hash, join(root, source));
  for (const name of PUBLIC_VARIABLES) hash.update(`${name}=${env[name] ?? ""}\n`);
  return hash.digest("hex");
}

/** Adds a file or folder, except its tests, to a build's fingerprint. */
export function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    // The lock file already identifies the packages.
    const names = readdirSync(path).filter((name) => name !== "node_modules");
    for (const name of names.sort()) addToHash(hash, join(path, name));
    return;
  }
  if (path.endsWith(".test.ts") || path.endsWith(".test.tsx")) return;
  hash.update(path).update(readFileSync(path));
}
