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
 * The last line about everything that was found, and the exit code: 0 where all is right, 1 where something is wrong, 2
 * where nothing wrong was seen and something could not be looked at.
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

/** Who has set one of these means a hosted configuration, whatever else of it is missing. */
const HOSTED = ["SUPABASE_URL", "STRIPE_SECRET_KEY", "STRIPE_SETUP_KEY", "SMTP_URL", "DATABASE_URL"];

const MARKS: Record<Finding["state"], string> = { right: "ok   ", wrong: "WRONG", unknown: "?    " };

/**
 * Checks a configuration before going live, or the running sandbox where none is set, and prints a line for each thing
 * with what mends it. Changes nothing. Answers 1 where something is wrong, 2 where something could not be looked at.
 */
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

/** Everything there is to find, in the order in which it is mended; without whole settings nothing else is asked. */
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

/** One check that fails hides no other. */
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
