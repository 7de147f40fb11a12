import { z } from "zod";
import { isLoopback, parseEnv } from "@/lib/base/env";
import { sandboxPublic } from "@/lib/base/env-public";
import { graderNames, readGraderLookup, unnamedGraders } from "@/lib/base/grader-lookup";
import { publicSettings } from "../../lib/base/public-settings.mjs";
import { type Finding, findingsAbout, type Settings, wordsOf } from "./finding.ts";

/** Reserved hosts (RFC 2606). */
const MADE_UP = /(?:^|[.@/])(?:example\.(?:com|org|net)|[\w-]+\.(?:test|example|invalid))(?=$|[:/>,\s])/i;
/** Placeholders of .env.example and the sandbox. */
const NO_BUSINESS =
  /^Example (?:Receiving|Grading)\b|^1 Main Street, Columbus\b|^First Grading Company\b|\b4100 Relay Park Drive\b|\bDemonstration\b/;
/** Not every business has a dealer number. */
const OF_THE_BUILD = Object.keys(sandboxPublic).filter((name) => name !== "DEALER_NUMBER");

/** Checks for settings that startup rejects, and for accepted ones that are rarely intended. */
export function checkSettings(settings: Settings): Finding[] {
  const { right, wrong } = findingsAbout("settings");
  try {
    parseEnv(settings);
  } catch (error) {
    return [wrong(wordsOf(error))];
  }
  const misread = malformed(settings);
  if (isLoopback(settings.APP_URL ?? ""))
    return misread.length > 0 ? misread.map(wrong) : [right("complete, for this machine")];
  const problems = [
    ...misread,
    ...madeUp(settings),
    ...wrongLookups(settings),
    ...(settings.ALERT_EMAIL
      ? []
      : ["ALERT_EMAIL is missing, so no one gets alerts about unmatched payments and failed jobs."]),
    ...(settings.ADMIN_EMAILS ? [] : ["ADMIN_EMAILS is missing, so `npm run staff:bind` has no one to add."]),
    ...(settings.CRON_SECRET === settings.COOKIE_SECRET
      ? [
          "CRON_SECRET and COOKIE_SECRET are the same, so anyone who can run the jobs can forge cookies. Use two secrets.",
        ]
      : []),
    ...(settings.STRIPE_SECRET_KEY?.startsWith("sk_")
      ? [
          "STRIPE_SECRET_KEY has full access. Create a restricted key (rk_…) with the permissions listed in .env.example.",
        ]
      : []),
    ...(settings.ALLOW_TEST_PAYMENTS
      ? ["ALLOW_TEST_PAYMENTS is set, so anyone can pay with a test card. Remove it when you finish testing."]
      : []),
    ...(settings.OTEL_EXPORTER_OTLP_HEADERS && isReadable(settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? "")
      ? [
          "OTEL_EXPORTER_OTLP_ENDPOINT doesn't use https, so the key in OTEL_EXPORTER_OTLP_HEADERS is sent unencrypted.",
        ]
      : []),
  ];
  return problems.length > 0 ? problems.map(wrong) : [right("complete")];
}

/** The auth client refreshes a token with this many seconds left (EXPIRY_MARGIN_MS of auth-js). */
const REFRESHED_FROM = 90;

/** Reports a token lifetime in the pushed config that would make every token due for a refresh. */
export function checkTokenLifetime(config: string): Finding[] {
  const seconds = Number(/^jwt_expiry = (\d+)/m.exec(config)?.[1]);
  if (!(seconds <= REFRESHED_FROM)) return [];
  const problem = `jwt_expiry in supabase/config.toml is ${seconds}. Set it above ${REFRESHED_FROM} seconds, or no signed-in page works.`;
  return [findingsAbout("settings").wrong(problem)];
}

/** Checks settings that only the build or `npm run staff:bind` reads. */
function malformed(settings: Settings): string[] {
  const emails = (settings.ADMIN_EMAILS ?? "").split(",").map((email) => email.trim());
  return [
    ...Object.entries(publicSettings)
      .filter(([name, [form]]) => settings[name] && !form.test(settings[name]))
      .map(([name, [, example]]) => `${name} is malformed (example: ${example}), so the build fails.`),
    ...emails
      .filter((email) => settings.ADMIN_EMAILS && !z.email().safeParse(email).success)
      .map((email) => `ADMIN_EMAILS has an invalid email: ${email || "(empty)"}.`),
  ];
}

function isReadable(endpoint: string): boolean {
  return endpoint.startsWith("http://") && !isLoopback(endpoint);
}

function wrongLookups({ GRADER_LOOKUP_URL: setting, GRADERS: graders = "" }: Settings): string[] {
  const lookup = setting ? readGraderLookup(setting) : null;
  if (!lookup) return [];
  const names = graderNames(graders);
  if (lookup.has(null) && names.length > 1) {
    const each = names.map((name) => `${name}=https://…/{number}`).join("; ");
    return [`GRADER_LOOKUP_URL has one URL, but GRADERS has several names. Write "${each}".`];
  }
  return unnamedGraders(lookup, graders).map(
    (name) => `GRADER_LOOKUP_URL has ${name}, but GRADERS doesn't. Only shipments to that name get a link.`,
  );
}

function madeUp(settings: Settings): string[] {
  return [
    "APP_URL",
    ...OF_THE_BUILD,
    "MAIL_FROM",
    "ALERT_EMAIL",
    "ADMIN_EMAILS",
    "GRADER_LOOKUP_URL",
  ].flatMap((name) => {
    const value = settings[name] ?? "";
    if (NO_BUSINESS.test(value)) return [`${name} still has the example value.`];
    if (MADE_UP.test(value)) return [`${name} has a sample address: ${value}`];
    return value || !OF_THE_BUILD.includes(name)
      ? []
      : [`${name} is missing. The build needs it for pages and emails.`];
  });
}
