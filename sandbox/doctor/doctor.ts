import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLoopback } from "@/lib/base/env";
import { counted } from "../../lib/base/messages.ts";
import { SANDBOX_KEYS, sandboxEnvironment } from "../launcher/environment.ts";
import { readPorts } from "../launcher/ports.ts";
import { checkDatabase } from "./check-database.ts";
import { checkMail } from "./check-mail.ts";
import { checkSettings, checkTokenLifetime } from "./check-settings.ts";
import { checkStripe } from "./check-stripe.ts";
import {
  checkAuth,
  checkData,
  checkForwarding,
  checkRunning,
  checkSigningKeys,
  checkSiteUrl,
} from "./check-supabase.ts";
import { type Finding, findingsAbout, type Settings, wordsOf } from "./finding.ts";

/**
 * Returns the last line and the exit code: 0 if everything is right, 1 if something is wrong, 2 if something is
 * unknown.
 */
function conclude(findings: Finding[]): { says: string; code: number } {
  const wrong = findings.filter(({ state }) => state === "wrong").length;
  const unseen = new Set(findings.filter(({ state }) => state === "unknown").map(({ about }) => about));
  const unchecked = `Not checked: ${[...unseen].join(", ")}.`;
  if (wrong > 0)
    return { says: `${counted(wrong, "problem")} to fix.${unseen.size > 0 ? ` ${unchecked}` : ""}`, code: 1 };
  if (unseen.size > 0) return { says: `No problems found. ${unchecked}`, code: 2 };
  return { says: "No problems found.", code: 0 };
}

/** Any of these means a hosted configuration. */
const HOSTED = ["SUPABASE_URL", "STRIPE_SECRET_KEY", "STRIPE_SETUP_KEY", "SMTP_URL", "DATABASE_URL"];

const MARKS: Record<Finding["state"], string> = { right: "ok   ", wrong: "WRONG", unknown: "?    " };

/** Checks a configuration, or the running sandbox, and prints each finding with its fix. Changes nothing. */
export async function doctor({ env }: { env: NodeJS.ProcessEnv }): Promise<number> {
  const isHosted = HOSTED.some((name) => env[name]);
  const settings = isHosted ? env : settingsOfSandbox(env);
  console.log(`${isHosted ? "The settings" : "The local sandbox"}, ${settings.APP_URL ?? "no APP_URL"}:\n`);
  const findings = await examine(settings);
  for (const { state, about, says } of findings) console.log(`${MARKS[state]} ${about}: ${says}`);
  const { says, code } = conclude(findings);
  console.log(`\n${says}`);
  return code;
}

/** Returns all findings in the order to fix them. Checks nothing else while settings are invalid. */
export async function examine(settings: Settings): Promise<Finding[]> {
  const own = checkSettings(settings);
  if (own.some(({ says }) => says.startsWith("Some settings are missing"))) return own;
  const config = readFileSync(join(import.meta.dirname, "..", "..", "supabase", "config.toml"), "utf8");
  const checks = [
    checkAuth,
    checkSiteUrl,
    checkSigningKeys,
    // The sandbox has no limits.
    ...(isLoopback(settings.SUPABASE_URL ?? "") ? [] : [checkForwarding]),
    checkData,
    checkDatabase,
    checkStripe,
    checkMail,
    checkRunning,
  ];
  const others = await Promise.all(checks.map((check) => check(settings).catch(failed)));
  return [...own, ...checkTokenLifetime(config), ...others.flat()];
}

function failed(error: unknown): Finding[] {
  return [findingsAbout("doctor").unknown(wordsOf(error))];
}

function settingsOfSandbox(env: NodeJS.ProcessEnv): Settings {
  const ports = readPorts(env);
  return {
    ...sandboxEnvironment(ports, env),
    STRIPE_SETUP_KEY: SANDBOX_KEYS.stripeSecretKey,
    DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${ports.database}/postgres`,
  };
}
