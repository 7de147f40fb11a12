import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { neededPermissions } from "@/sandbox/setup/key-permissions";
import { withService } from "../builders/answering-service.ts";
import { sandboxEnvironment } from "../launcher/environment.ts";
import { readPorts } from "../launcher/ports.ts";
import { WEBHOOK_EVENTS } from "../launcher/webhook-events.ts";
import { aSandbox, type RunningSandbox, SECRET_KEY } from "../stripe/testing/a-sandbox.ts";
import { mailMend } from "./check-mail.ts";
import { checkSettings } from "./check-settings.ts";
import { checkStripe } from "./check-stripe.ts";
import {
  checkAuth,
  checkData,
  checkForwarding,
  checkRunning,
  checkSigningKeys,
  checkSiteUrl,
} from "./check-supabase.ts";
import type { Finding } from "./finding.ts";

describe("check mail", () => {
  test.each([
    ["Hostname/IP does not match certificate's altnames: Host: a. is not cert's CN: b", true],
    ["self-signed certificate", true],
    ["getaddrinfo ENOTFOUND a", false],
  ])("reports a certificate error: %s", (message, isTold) => {
    const mend = mailMend(Object.assign(new Error(message), { code: "ESOCKET" }), "smtps://a:465");
    expect(mend.startsWith("Its certificate doesn't match the host in SMTP_URL")).toBe(isTold);
  });
});

describe("check settings", () => {
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
  ])("accepts complete settings: %s", (_, settings, says) => {
    expect(checkSettings(settings)).toEqual([{ state: "right", about: "settings", says }]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      "staff that are no addresses",
      { ADMIN_EMAILS: "owner@slabs.io, nonsense" },
      /ADMIN_EMAILS has an invalid email: nonsense/,
    ],
  ])("reports %s on loopback too", (_, changes, says) => {
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
      /STRIPE_SECRET_KEY has full access.*rk_/,
    ],
    ["one that the start needs", { MAIL_FROM: "" }, /MAIL_FROM is missing/],
    ["one that the start refuses", { STRIPE_SECRET_KEY: "rk_test_1" }, /STRIPE_SECRET_KEY is a test key/],
    [
      "an address that nobody has",
      { CONTACT_EMAIL: "support@slabrelay.test" },
      /CONTACT_EMAIL has a sample address/,
    ],
    ["a business without a name", { BUSINESS_NAME: "" }, /BUSINESS_NAME is missing. The build needs it/],
    [
      "one look-up address for several graders",
      { GRADERS: "A, B", GRADER_LOOKUP_URL: "https://a.io/{number}" },
      /GRADER_LOOKUP_URL has one URL, but GRADERS has several names.*A=https:/,
    ],
    [
      "the look-up address of a grader that is not named",
      { GRADERS: "A, B", GRADER_LOOKUP_URL: "a=https://a.io/{number}; C=https://c.io/{number}" },
      /GRADER_LOOKUP_URL has c, but GRADERS doesn't/,
    ],
    ["one secret for two things", { COOKIE_SECRET: "c".repeat(32) }, /are the same/],
    [
      "a collector's key on a readable way",
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.slabs.io:4318",
        OTEL_EXPORTER_OTLP_HEADERS: "api-key=1",
      },
      /OTEL_EXPORTER_OTLP_ENDPOINT doesn't use https/,
    ],
    ["a rehearsal's leave", { ALLOW_TEST_PAYMENTS: "1" }, /ALLOW_TEST_PAYMENTS is set/],
  ])("reports %s", (_, changes, says) => {
    expect(checkSettings({ ...hosted, ...changes })).toEqual([
      { state: "wrong", about: "settings", says: expect.stringMatching(says) },
    ]);
  });
});

describe("check stripe", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const URL_OF_HOOK = "https://slabs.io/api/webhooks/stripe";
  const anEndpoint = (changes: Partial<Stripe.WebhookEndpointCreateParams> = {}) =>
    sandbox.stripe.webhookEndpoints.create({
      url: URL_OF_HOOK,
      enabled_events: [...WEBHOOK_EVENTS] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
      api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
      ...changes,
    });

  async function aKey(permissions: Record<string, string> = neededPermissions): Promise<string> {
    return (await sandbox.control<{ key: string }>("POST", "/restricted-keys", { permissions })).key;
  }

  /** Returns the findings for the sandbox's own account, as "state about: says", with a key like the product's. */
  async function found(changes: Record<string, string> = {}): Promise<string[]> {
    const findings = await checkStripe({
      APP_URL: "https://slabs.io",
      STRIPE_API_URL: sandbox.url,
      STRIPE_SECRET_KEY: changes.STRIPE_SECRET_KEY ?? (await aKey()),
      STRIPE_SETUP_KEY: SECRET_KEY,
      STRIPE_PRICE_STARTER: "price_sandbox_starter",
      STRIPE_PRICE_PRO: "price_sandbox_pro",
      STRIPE_PRICE_ELITE: "price_sandbox_elite",
      STRIPE_PORTAL_CONFIGURATION: "bpc_sandbox",
      ...changes,
    });
    return findings.map(({ state, about, says }) => `${state} ${about}: ${says}`);
  }

  test("accepts a correct Stripe account and changes nothing", async () => {
    await anEndpoint();
    const before = (await sandbox.stripe.events.list({ limit: 100 })).data.length;
    expect(await found()).toEqual([
      "right Stripe key: has the permissions it needs",
      "right prices: set up correctly",
      "right billing portal: set up correctly",
      "right webhook: set up correctly",
    ]);
    expect((await sandbox.stripe.events.list({ limit: 100 })).data).toHaveLength(before);
    expect((await sandbox.stripe.customers.list()).data).toEqual([]);
  });

  test.each(Object.entries(neededPermissions))(
    "reports a key without %s (%s)",
    async (resource, permission) => {
      const { [resource as keyof typeof neededPermissions]: _, ...others } = neededPermissions;
      expect(await found({ STRIPE_SECRET_KEY: await aKey(others) })).toEqual([
        expect.stringContaining(
          `wrong Stripe key: STRIPE_SECRET_KEY needs these permissions: ${resource} (${permission})`,
        ),
      ]);
    },
  );

  test("reports a missing key and an unavailable payment service", async () => {
    expect(await found({ STRIPE_SECRET_KEY: "rk_test_unknown" })).toEqual([
      expect.stringMatching(/^wrong .* doesn't recognize STRIPE_SECRET_KEY/),
    ]);
    expect(await found({ STRIPE_API_URL: "http://127.0.0.1:9" })).toEqual([
      expect.stringMatching(/^unknown .*Couldn't check with Stripe/),
    ]);
  });

  test("reports 5xx and 429 as unknown, not as a wrong key", async () => {
    for (const status of [500, 429]) {
      await sandbox.control("POST", "/faults", { target: "api", status, times: null });
      expect(await found({ STRIPE_SECRET_KEY: SECRET_KEY })).toEqual([
        expect.stringMatching(/^unknown .*Couldn't check with Stripe/),
      ]);
      await sandbox.control("DELETE", "/faults");
    }
  });

  test.each([
    ["that the account does not have", "price_gone", "has price_gone, which isn't in this account"],
    [
      "of another plan",
      "price_sandbox_starter",
      "a price of Casual Collector (product prod_sandbox_starter)",
    ],
    ["that is no longer sold", "price_sandbox_archived", "isn't an active price of $99 a month"],
  ])("reports a price %s", async (_, price, says) => {
    await anEndpoint();
    expect((await found({ STRIPE_PRICE_PRO: price }))[1]).toMatch(/^wrong prices: /);
    expect((await found({ STRIPE_PRICE_PRO: price }))[1]).toContain(says);
  });

  test("reports a portal with other features or in another account", async () => {
    await anEndpoint();
    expect((await found({ STRIPE_PORTAL_CONFIGURATION: "bpc_gone" }))[2]).toContain(
      "which isn't in this account",
    );
    await sandbox.stripe.billingPortal.configurations.update("bpc_sandbox", {
      features: { subscription_update: { enabled: true, proration_behavior: "none" } },
    });
    expect((await found())[2]).toMatch(
      /^wrong billing portal: The configuration bpc_sandbox has the wrong features/,
    );
  });

  test.each<[string, Partial<Stripe.WebhookEndpointCreateParams>, string]>([
    [
      "of another address",
      { url: "https://elsewhere.io/hook" },
      `No endpoint sends events to ${URL_OF_HOOK}`,
    ],
    ["that lacks events", { enabled_events: ["invoice.paid"] }, "doesn't send checkout.session.completed"],
    ["of another API version", { api_version: "2026-01-28.clover" }, "uses API version 2026-01-28.clover"],
  ])("reports a webhook %s", async (_, changes, says) => {
    await anEndpoint(changes);
    const webhook = (await found())[3];
    expect(webhook).toMatch(/^wrong webhook: /);
    expect(webhook).toContain(says);
  });

  test("reports a disabled webhook", async () => {
    const { id } = await anEndpoint();
    await sandbox.stripe.webhookEndpoints.update(id, { disabled: true });
    expect((await found())[3]).toContain("is disabled");
  });
});

describe("check supabase", () => {
  const told = ({ state, about, says }: Finding) => `${state} ${about}: ${says}`;
  const only = (findings: Finding[]) => findings.map(told).join("\n");

  describe("the auth service", () => {
    const settings = { mailer_autoconfirm: false, disable_signup: false, external: { email: true } };
    test.each<[string, object, RegExp]>([
      ["that confirms addresses", {}, /^right auth service: .* must confirm their email/],
      ["that confirms by itself", { mailer_autoconfirm: true }, /^wrong .*Confirm email/],
      ["that takes nobody new", { disable_signup: true }, /^wrong .*Allow new users/],
    ])("%s", async (_, changes, says) => {
      await withService({ "/auth/v1/settings": [200, { ...settings, ...changes }] }, async (url) => {
        expect(only(await checkAuth({ SUPABASE_URL: url, APP_URL: "https://slabs.io" }))).toMatch(says);
      });
    });
  });

  describe("the site URL", () => {
    const error = "#error=access_denied&error_code=otp_expired";
    const callback = "https://slabs.io/api/auth/callback";
    test.each<[string, string, string, RegExp]>([
      ["is APP_URL", "https://slabs.io", callback, /^right site URL: account emails lead to APP_URL$/],
      [
        "is another address",
        "https://www.example.com",
        "https://www.example.com",
        /^wrong site URL: It's https:\/\/www\.example\.com, .*`npx supabase@3 config push`\.$/,
      ],
      [
        "doesn't allow the callback",
        "https://slabs.io",
        "https://slabs.io",
        /^wrong site URL: .*doesn't redirect to https:\/\/slabs\.io\/api\/auth\/callback\. /,
      ],
    ])("reports whether it %s", async (_, siteUrl, redirect, says) => {
      const verify = "/auth/v1/verify?token=0&type=signup";
      const answers: Record<string, [number, unknown, Record<string, string>]> = {
        [`${verify}&redirect_to=${encodeURIComponent(callback)}`]: [303, {}, { location: redirect + error }],
        [verify]: [303, {}, { location: siteUrl + error }],
      };
      await withService(answers, async (url) => {
        expect(only(await checkSiteUrl({ SUPABASE_URL: url, APP_URL: "https://slabs.io/" }))).toMatch(says);
      });
    });
  });

  describe("signing keys", () => {
    const pair = { keys: [{ kty: "EC", alg: "ES256" }] };
    test.each<[string, unknown, string, RegExp]>([
      ["published", pair, "", /^right signing keys: .* published keys$/],
      ["none but the shared secret", { keys: [] }, "s", /^right .*move to a key pair/],
      ["none", { keys: [] }, "", /^wrong .*Set SUPABASE_JWT_SECRET/],
      ["no list", "<html>", "", /^unknown /],
    ])("%s", async (_, body, secret, says) => {
      await withService({ "/auth/v1/.well-known/jwks.json": [200, body] }, async (url) => {
        expect(only(await checkSigningKeys({ SUPABASE_URL: url, SUPABASE_JWT_SECRET: secret }))).toMatch(
          says,
        );
      });
    });
  });

  describe("IP address forwarding", () => {
    /**
     * Checks an auth service that accepts `limit` calls from one address. It ignores forwarded addresses unless
     * `isOn`.
     */
    async function checkedWith(isOn: boolean, limit: number, key = "sb_secret_1") {
      const calls = new Map<string, number>();
      const server = createHttpServer((request, response) => {
        const address = isOn ? String(request.headers["sb-forwarded-for"]) : "the doctor's own";
        const count = (calls.get(address) ?? 0) + 1;
        calls.set(address, count);
        const [status, error_code] =
          count > limit ? [429, "over_request_rate_limit"] : [400, "validation_failed"];
        response.writeHead(status).end(JSON.stringify({ code: status, error_code }));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const SUPABASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const findings = await checkForwarding({ SUPABASE_URL, SUPABASE_SECRET_KEY: key });
      await new Promise((resolve) => server.close(resolve));
      return { says: only(findings), calls };
    }

    test.each<[string, number, string, RegExp]>([
      ["is off", 30, "sb_secret_1", /^wrong .*: It's off, .*under Authentication, Rate Limits\.$/],
      ["is unknown without a limit", 1000, "sb_secret_1", /^unknown .*accepts 40 calls/],
      ["needs a new secret key", 30, "e30.e30.x", /^wrong .*one that starts with sb_secret_\.$/],
    ])("%s", async (_, limit, key, expected) => {
      expect((await checkedWith(false, limit, key)).says).toMatch(expected);
    });
  });

  describe("the data API", () => {
    const rpc = "/rest/v1/rpc/get_job_progress";
    const unknownFunction = { code: "PGRST202", message: "Could not find the function" };
    test.each<[string, number, unknown, RegExp]>([
      ["that refuses the secret key", 401, {}, /^wrong .*refuses SUPABASE_SECRET_KEY/],
      ["without our schema", 404, unknownFunction, /^wrong .*`npx supabase@3 db push --remote`/],
      ["that lets visitors in", 200, { progress: {} }, /^wrong .*Anyone can call.*apply_grants/],
      ["that is unwell", 500, {}, /^unknown .*returned 500/],
    ])("reports %s", async (_, status, body, says) => {
      await withService({ [rpc]: [status, body] }, async (url) => {
        expect(only(await checkData({ SUPABASE_URL: url }))).toMatch(says);
      });
    });
  });

  describe("readiness", () => {
    const at = Date.parse("2026-11-22T12:00:00Z");
    const jobs = (finished_at: string | null) => ({
      progress: { events: { finished_at }, pages: { finished_at: null } },
    });
    test.each<[string, object, RegExp]>([
      ["a job of a quarter of an hour ago", jobs("2026-11-22T11:44:00Z"), /^right scheduler/],
      [
        "a job of twenty minutes ago",
        jobs("2026-11-22T11:40:00Z"),
        /^wrong scheduler: .* last ran 20 minutes ago/,
      ],
      ["no job", jobs(null), /^wrong scheduler: The reconcile job has never run/],
    ])("%s", async (_, body, says) => {
      await withService(
        { "/rest/v1/rpc/": [200, body], "/rest/v1/staff": [200, [{ role: "owner" }]] },
        async (url) => {
          expect(told((await checkRunning({ SUPABASE_URL: url }, at))[0] as Finding)).toMatch(says);
        },
      );
    });
  });

  test("doesn't send the key to a redirect target", async () => {
    const seen: string[] = [];
    await withService({}, async (elsewhere) => {
      const server = createHttpServer((request, response) => {
        seen.push(request.url ?? "");
        response.writeHead(302, { location: elsewhere }).end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(only(await checkData({ SUPABASE_URL: url }))).toMatch(/^wrong .*doesn't respond/);
      await new Promise((resolve) => server.close(resolve));
    });
    expect(seen).toHaveLength(2);
  });
});
