import { sandboxPublic } from "../../lib/base/env-public.ts";
import { sandboxEnvironment } from "../launcher/environment.ts";
import { readPorts } from "../launcher/ports.ts";
import { checkSettings } from "./check-settings.ts";

const own: NodeJS.ProcessEnv = { NODE_ENV: "production" };
const local = sandboxEnvironment(readPorts(own), own);
const hosted = {
  APP_URL: "https://slabs.io",
  SITE_URL: "https://slabs.io",
  CONTACT_EMAIL: "help@slabs.io",
  RECEIVING_ADDRESS: "Slabs | S | 1 Dock Road | Salem | OR | 97301 | US",
  BUSINESS_NAME: "Slabs LLC",
  BUSINESS_ADDRESS: "1 Dock Road, Salem, OR 97301, US",
  GRADERS: "A Grading Company",
  INSURANCE_LIMIT: "5000",
  SUPPORT_HOURS: "Monday to Friday",
  SUPABASE_URL: "https://abcdefgh.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
  SUPABASE_SECRET_KEY: "sb_secret_1",
  STRIPE_SECRET_KEY: "rk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_123456789",
  STRIPE_PRICE_STARTER: "price_1",
  STRIPE_PRICE_PRO: "price_2",
  STRIPE_PRICE_ELITE: "price_3",
  STRIPE_PORTAL_CONFIGURATION: "bpc_1",
  SMTP_URL: "smtps://u:p@smtp.slabs.io:465",
  MAIL_FROM: "Slabs <orders@slabs.io>",
  ALERT_EMAIL: "money@slabs.io",
  CRON_SECRET: "c".repeat(32),
  COOKIE_SECRET: "k".repeat(32),
  ADMIN_EMAILS: "owner@slabs.io",
  TRUSTED_PROXY_HOPS: "1",
};

test.each([
  ["the sandbox's, on this machine", local, "complete, for this machine"],
  ["a hosted service's", hosted, "complete"],
])("whole settings are right: %s", (_, settings, says) => {
  expect(checkSettings(settings)).toEqual([{ state: "right", about: "settings", says }]);
});

test.each([
  { APP_URL: "https://app.test.slabs.io" },
  { SITE_URL: "https://www.test-grading.com" },
  { MAIL_FROM: "Slabs <orders@mail.example-cards.com>" },
  { RECEIVING_ADDRESS: "Slabs | S | 1 Example Street | Salem | OR | 97301 | US" },
  { GRADER_LOOKUP_URL: "https://a.io/{number}" },
  { GRADERS: "A, B", GRADER_LOOKUP_URL: "a=https://a.io/{number}; B=https://b.io/{number}" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.slabs.io:4318" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_EXPORTER_OTLP_HEADERS: "api-key=1" },
])("%j is somebody's", (changes) => {
  expect(checkSettings({ ...hosted, ...changes })).toMatchObject([{ state: "right" }]);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    "an insurance limit that is no number",
    { INSURANCE_LIMIT: "lots" },
    /INSURANCE_LIMIT is malformed \(example: 5000\)/,
  ],
  [
    "staff that are no addresses",
    { ADMIN_EMAILS: "owner@slabs.io, nonsense" },
    /ADMIN_EMAILS names nonsense, which is no/,
  ],
])("%s is told, on this machine, too", (_, changes, says) => {
  for (const settings of [local, hosted]) {
    expect(checkSettings({ ...settings, ...changes })).toEqual([
      { state: "wrong", about: "settings", says: expect.stringMatching(says) },
    ]);
  }
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    "a key that may do everything",
    { STRIPE_SECRET_KEY: "sk_live_1" },
    /STRIPE_SECRET_KEY may do everything.*rk_/,
  ],
  ["one that the start needs", { MAIL_FROM: "" }, /MAIL_FROM is missing/],
  ["one that the start refuses", { STRIPE_SECRET_KEY: "rk_test_1" }, /STRIPE_SECRET_KEY is a test key/],
  ["an address that nobody has", { CONTACT_EMAIL: "support@slabrelay.test" }, /CONTACT_EMAIL is made up/],
  ["a site of the example", { SITE_URL: "https://www.example.com" }, /SITE_URL is made up/],
  ["a sender of the example", { MAIL_FROM: "A <orders@example.com>" }, /MAIL_FROM is made up/],
  [
    "the example's dock",
    { RECEIVING_ADDRESS: "Example Receiving | EX | 1 Main Street | Columbus | OH | 43004 | US" },
    /RECEIVING_ADDRESS is the example's/,
  ],
  ["a business without a name", { BUSINESS_NAME: "" }, /BUSINESS_NAME is missing: the build needs it/],
  [
    "the example's business",
    { BUSINESS_NAME: "Example Grading Services LLC" },
    /BUSINESS_NAME is the example's/,
  ],
  ["the sandbox's grader", { GRADERS: sandboxPublic.GRADERS }, /GRADERS is the example's/],
  [
    "one look-up address for several graders",
    { GRADERS: "A, B", GRADER_LOOKUP_URL: "https://a.io/{number}" },
    /GRADER_LOOKUP_URL is one address, but GRADERS names several.*A=https:/,
  ],
  [
    "the look-up address of a grader that is not named",
    { GRADERS: "A, B", GRADER_LOOKUP_URL: "a=https://a.io/{number}; C=https://c.io/{number}" },
    /GRADER_LOOKUP_URL names c, and GRADERS does not/,
  ],
  [
    "a look-up address that is none",
    { GRADER_LOOKUP_URL: "A=a.io/{number}" },
    /GRADER_LOOKUP_URL is malformed/,
  ],
  ["no place for packages", { RECEIVING_ADDRESS: "" }, /RECEIVING_ADDRESS is missing: the build needs it/],
  ["an alarm that nobody gets", { ALERT_EMAIL: "money@example.com" }, /ALERT_EMAIL is made up/],
  ["nobody to be told of money", { ALERT_EMAIL: "" }, /ALERT_EMAIL is missing/],
  ["no staff", { ADMIN_EMAILS: "" }, /ADMIN_EMAILS is missing/],
  ["one secret for two things", { COOKIE_SECRET: "c".repeat(32) }, /are the same/],
  [
    "a collector's key on a readable way",
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.slabs.io:4318",
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=1",
    },
    /OTEL_EXPORTER_OTLP_ENDPOINT is without https/,
  ],
  ["a rehearsal's leave", { ALLOW_TEST_PAYMENTS: "1" }, /ALLOW_TEST_PAYMENTS is set/],
])("%s is told", (_, changes, says) => {
  expect(checkSettings({ ...hosted, ...changes })).toEqual([
    { state: "wrong", about: "settings", says: expect.stringMatching(says) },
  ]);
});
