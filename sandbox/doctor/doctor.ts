import { SANDBOX_KEYS, sandboxEnvironment } from "../launcher/environment.ts";
import { readPorts } from "../launcher/ports.ts";
import { checkDatabase } from "./check-database.ts";
import { checkMail } from "./check-mail.ts";
import { checkSettings } from "./check-settings.ts";
import { checkStripe } from "./check-stripe.ts";
import { checkAuth, checkData, checkRunning } from "./check-supabase.ts";
import type { Finding, Settings } from "./finding.ts";

const MARKS: Record<Finding["state"], string> = { right: "ok   ", wrong: "WRONG", unknown: "?    " };

/**
 * Checks a configuration before going live, or the running sandbox where none is set, and prints a line for each thing
 * with what mends it. Changes nothing. Answers 1 where something is wrong.
 */
export async function doctor({ env }: { env: NodeJS.ProcessEnv }): Promise<number> {
  const findings = await examine(env.SUPABASE_URL ? env : settingsOfSandbox(env));
  for (const { state, about, says } of findings) console.log(`${MARKS[state]} ${about}: ${says}`);
  const count = findings.filter(({ state }) => state === "wrong").length;
  console.log(count === 0 ? "\nNothing is wrong." : `\n${count} to mend.`);
  return count === 0 ? 0 : 1;
}

/** Everything there is to find, in the order in which it is mended; without whole settings nothing else is asked. */
export async function examine(settings: Settings): Promise<Finding[]> {
  const own = checkSettings(settings);
  if (own.some(({ says }) => says.startsWith("The settings are not complete"))) return own;
  const others = await Promise.all([
    checkAuth(settings),
    checkData(settings),
    checkDatabase(settings),
    checkStripe(settings),
    checkMail(settings),
    checkRunning(settings),
  ]);
  return [...own, ...others.flat()];
}

function settingsOfSandbox(env: NodeJS.ProcessEnv): Settings {
  const ports = readPorts(env);
  return {
    ...sandboxEnvironment(ports, env),
    STRIPE_SETUP_KEY: SANDBOX_KEYS.stripeSecretKey,
    DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${ports.database}/postgres`,
  };
}
