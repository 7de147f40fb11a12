import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { runBench } from "../bench/run-bench.ts";
import { runMutation } from "../mutation/run-mutation.ts";
import { writeTypes } from "../postgres/write-types.ts";
import { seed } from "../seed/seed-orders.ts";
import { printSize } from "../size.ts";
import { printSpecCoverage } from "../spec-coverage.ts";
import { buildIfNeeded } from "./app-build.ts";
import { appEnvironment, loadEnvFile } from "./environment.ts";
import { erasePerson } from "./erase-person.ts";
import { resolveProductModules } from "./product-modules.ts";
import { createProgress } from "./progress.ts";
import { runFull, runTests, verify } from "./run-tests.ts";
import { serveProduct } from "./serve-product.ts";
import { stripeSetup } from "./stripe-setup.ts";

function mailPreview({ root }: { root: string }): number {
  const folder = join(root, ".local", "mail-preview");
  const status = writeEmails({ root, folder });
  if (status === 0) console.log(`\nOpen ${join(folder, "index.html")} in a browser.`);
  return status;
}

function writeEmails({ root, folder }: { root: string; folder: string }): number {
  const jest = join(root, "node_modules/jest/bin/jest.js");
  const { status } = spawnSync(
    process.execPath,
    [jest, "--selectProjects", "unit", "--silent", "lib/email/emails.test"],
    { cwd: root, stdio: "inherit", env: { ...process.env, MAIL_PREVIEW: folder } },
  );
  return status ?? 1;
}

/** Binds the addresses in ADMIN_EMAILS (the owner's first) to existing, confirmed accounts. */
async function bindStaff({ env }: { env: NodeJS.ProcessEnv }): Promise<number> {
  const settings = appEnvironment(env);
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key, ADMIN_EMAILS: list } = settings;
  if (!url || !key || !list)
    throw new Error("staff:bind needs SUPABASE_URL, SUPABASE_SECRET_KEY and ADMIN_EMAILS.");
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // A redirect to another host would expose the key.
    global: { fetch: (input, init) => fetch(input, { ...init, redirect: "error" }) },
  });
  const emails = list.split(",").map((email) => email.trim().toLowerCase());
  let unbound = 0;
  for (const [index, email] of emails.entries()) {
    const role = index === 0 ? "owner" : "staff";
    const { data, error } = await client.rpc("bind_staff", { p_email: email, p_role: role });
    if (error) throw new Error(`Couldn't add ${email}: ${error.message}`);
    if (!data.bound) unbound++;
    console.log(data.bound ? `${email} was added as ${role}.` : `${email} was not added: ${data.reason}`);
  }
  return unbound === 0 ? 0 : 1;
}

const root = join(import.meta.dirname, "..", "..");
const [command, ...args] = process.argv.slice(2);

const commands: Record<string, () => Promise<number>> = {
  start: () => serveProduct({ root, mode: "start", args }),
  dev: () => serveProduct({ root, mode: "dev", args }),
  sandbox: () => serveProduct({ root, mode: "sandbox", args }),
  build: () => build(root),
  test: () => runTests({ root, args }),
  "test:full": () => runFull({ root, args }),
  "test:mutation": () => runMutation({ root, args }),
  verify: () => verify({ root, args }),
  lint: () => runTests({ root, args: ["lint", ...args] }),
  typecheck: () => runTests({ root, args: ["types", ...args] }),
  format: async () => format(root),
  size: async () => printSize(root),
  "db:types": () => writeTypes({ root }),
  "spec:coverage": async () => printSpecCoverage({ root }),
  "mail:preview": async () => mailPreview({ root }),
  bench: () => runBench({ root, args }),
  seed: () => seed({ env: process.env, args }),
  "staff:bind": () => bindStaff({ env: loadEnvFile(root) }),
  "person:erase": () => erasePerson({ env: loadEnvFile(root), args }),
  "stripe:setup": () => stripeSetup({ env: loadEnvFile(root) }),
  doctor: async () => {
    resolveProductModules();
    const { doctor } = await import("../doctor/doctor.ts");
    return doctor({ env: loadEnvFile(root) });
  },
};

async function build(root: string): Promise<number> {
  const { log, during } = createProgress();
  await during("The build is", () => buildIfNeeded(root, appEnvironment(loadEnvFile(root)), log));
  return 0;
}

function format(root: string): number {
  const { status } = spawnSync(join(root, "node_modules", ".bin", "biome"), ["check", "--write", "."], {
    cwd: root,
    stdio: "inherit",
  });
  return status ?? 1;
}

const run = command ? commands[command] : undefined;
if (!run) {
  console.error(`Unknown command "${command}". There are: ${Object.keys(commands).join(", ")}.`);
  process.exit(1);
}
try {
  process.exit(await run());
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  if (process.env.DEBUG) console.error(error);
  process.exit(1);
}
