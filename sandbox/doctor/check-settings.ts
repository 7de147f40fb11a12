import { z } from "zod";
import { isLoopback, parseEnv } from "@/lib/base/env";
import { sandboxPublic } from "@/lib/base/env-public";
import { graderNames, readGraderLookup, unnamedGraders } from "@/lib/base/grader-lookup";
import { publicSettings } from "../../lib/base/public-settings.mjs";
import { type Finding, findingsAbout, type Settings, wordsOf } from "./finding.ts";

/** Hosts that nobody has (RFC 2606), wherever one stands in a list of addresses. */
const MADE_UP = /(?:^|[.@/])(?:example\.(?:com|org|net)|[\w-]+\.(?:test|example|invalid))(?=$|[:/>,\s])/i;
/** What stands in .env.example and in the sandbox in place of a business. */
const NO_BUSINESS =
  /^Example (?:Receiving|Grading)\b|^1 Main Street, Columbus\b|^First Grading Company\b|\b4100 Relay Park Drive\b|\bDemonstration\b/;
/** Pages and mails carry them. Not every business has the last one. */
const OF_THE_BUILD = Object.keys(sandboxPublic).filter((name) => name !== "DEALER_NUMBER");

/** The settings by themselves: what the start would refuse, and what it would let pass although nobody can want it. */
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
      : [
          "ALERT_EMAIL is missing: nobody is mailed of money that fits no order, nor of work that was tried in vain.",
        ]),
    ...(settings.ADMIN_EMAILS ? [] : ["ADMIN_EMAILS is missing: `npm run staff:bind` has nobody to bind."]),
    ...(settings.CRON_SECRET === settings.COOKIE_SECRET
      ? ["CRON_SECRET and COOKIE_SECRET are the same: whoever runs the jobs could make cookies."]
      : []),
    ...(settings.STRIPE_SECRET_KEY?.startsWith("sk_")
      ? [
          "STRIPE_SECRET_KEY may do everything: make a restricted key (rk_…) with the permissions that .env.example names.",
        ]
      : []),
    ...(settings.ALLOW_TEST_PAYMENTS
      ? ["ALLOW_TEST_PAYMENTS is set: anybody can pay with a test card. Leave it out after the rehearsal."]
      : []),
    ...(settings.OTEL_EXPORTER_OTLP_HEADERS && isReadable(settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? "")
      ? [
          "OTEL_EXPORTER_OTLP_ENDPOINT is without https: the key of OTEL_EXPORTER_OTLP_HEADERS travels readably.",
        ]
      : []),
  ];
  return problems.length > 0 ? problems.map(wrong) : [right("complete")];
}

/** The auth client refreshes a token when it has this many seconds left (EXPIRY_MARGIN_MS of auth-js). */
const REFRESHED_FROM = 90;

/** Finds access tokens that would always be due for a refresh, by the config that `config push` sends. */
export function checkTokenLifetime(config: string): Finding[] {
  const seconds = Number(/^jwt_expiry = (\d+)/m.exec(config)?.[1]);
  if (!(seconds <= REFRESHED_FROM)) return [];
  const problem = `jwt_expiry in supabase/config.toml is ${seconds}: at ${REFRESHED_FROM} seconds or less no signed-in page works.`;
  return [findingsAbout("settings").wrong(problem)];
}

/** What the start does not read: the build would refuse it, and `npm run staff:bind` find nobody. */
function malformed(settings: Settings): string[] {
  const emails = (settings.ADMIN_EMAILS ?? "").split(",").map((email) => email.trim());
  return [
    ...Object.entries(publicSettings)
      .filter(([name, [form]]) => settings[name] && !form.test(settings[name]))
      .map(([name, [, example]]) => `${name} is malformed (example: ${example}): the build refuses it.`),
    ...emails
      .filter((email) => settings.ADMIN_EMAILS && !z.email().safeParse(email).success)
      .map((email) => `ADMIN_EMAILS names ${email || "nobody"}, which is no e-mail address.`),
  ];
}

/** Whether what is sent there can be read on its way. */
function isReadable(endpoint: string): boolean {
  return endpoint.startsWith("http://") && !isLoopback(endpoint);
}

/** Pages of graders that nothing would link. */
function wrongLookups({ GRADER_LOOKUP_URL: setting, GRADERS: graders = "" }: Settings): string[] {
  const lookup = setting ? readGraderLookup(setting) : null;
  if (!lookup) return [];
  const names = graderNames(graders);
  if (lookup.has(null) && names.length > 1) {
    const each = names.map((name) => `${name}=https://…/{number}`).join("; ");
    return [`GRADER_LOOKUP_URL is one address, but GRADERS names several, so nothing links it: "${each}".`];
  }
  return unnamedGraders(lookup, graders).map(
    (name) => `GRADER_LOOKUP_URL names ${name}, and GRADERS does not: only a group of that name is linked.`,
  );
}

/** Addresses that pages and mails would show, and nobody would answer at. */
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
    if (NO_BUSINESS.test(value)) return [`${name} is the example's.`];
    if (MADE_UP.test(value)) return [`${name} is made up: ${value}`];
    return value || !OF_THE_BUILD.includes(name)
      ? []
      : [`${name} is missing: the build needs it, pages and mails carry it.`];
  });
}
