import type { business } from "@/lib/base/business";
import { parseEnv, readAppUrl } from "@/lib/base/env";
import { confirmationPath, paths, withQuery } from "@/lib/base/paths";

describe("env", () => {
  const secret = "x".repeat(40);
  const production = {
    APP_URL: "https://www.example.com/",
    SUPABASE_URL: "https://project.supabase.co",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_abc",
    SUPABASE_SECRET_KEY: "sb_secret_abc",
    STRIPE_SECRET_KEY: "sk_live_abc",
    STRIPE_WEBHOOK_SECRET: "whsec_abcdefghij",
    STRIPE_PRICE_STARTER: "price_1",
    STRIPE_PRICE_PRO: "price_2",
    STRIPE_PRICE_ELITE: "price_3",
    STRIPE_PORTAL_CONFIGURATION: "bpc_1",
    SMTP_URL: "smtps://user:password@smtp.example.com:465",
    MAIL_FROM: "SlabRelay <orders@example.com>",
    TRUSTED_PROXY_HOPS: "1",
    CRON_SECRET: secret,
    COOKIE_SECRET: secret,
  };
  const sandbox = { ...production, APP_URL: "http://localhost:3000", STRIPE_SECRET_KEY: "sk_test_sandbox_0" };

  test("accepts complete settings, adds defaults and drops trailing slashes", () => {
    expect(parseEnv(production)).toMatchObject({
      APP_URL: "https://www.example.com",
      CHECKOUT_ORIGIN: "https://checkout.stripe.com",
      TRUSTED_PROXY_HOPS: 1,
      RATE_LIMIT_SCALE: 1,
      SLOW_DATABASE_MS: 500,
      OTEL_SERVICE_NAME: "slabrelay",
      OTEL_TRACES_SAMPLER_ARG: 1,
    });
  });

  test.each(Object.keys(production))("fails without %s and names it with an example", (name) => {
    for (const value of [undefined, ""]) {
      expect(() => parseEnv({ ...production, [name]: value })).toThrow(
        new RegExp(`${name} is missing \\(example: .+\\)`),
      );
    }
  });

  test.each([
    ["APP_URL", "www.example.com"],
    ["STRIPE_SECRET_KEY", "pk_live_abc"],
    ["STRIPE_WEBHOOK_SECRET", "secret"],
    ["STRIPE_PRICE_PRO", "prod_1"],
    ["STRIPE_PRICE_PRO", "price_1,prod_2"],
    ["STRIPE_PORTAL_CONFIGURATION", "bps_1"],
    ["SMTP_URL", "mail.example.com"],
    ["GRADER_LOOKUP_URL", "http://grader.example.org/{number}"],
    ["GRADER_LOOKUP_URL", "PSA=https://grader.example.org/"],
    ["CRON_SECRET", "short"],
    ["TRUSTED_PROXY_HOPS", "many"],
    ["RATE_LIMIT_SCALE", "0"],
    ["SLOW_DATABASE_MS", "49"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.1"],
  ])("rejects %s=%s and names the setting", (name, value) => {
    expect(() => parseEnv({ ...production, [name]: value })).toThrow(`${name} is malformed`);
  });

  test("accepts several prices per plan, but sandbox prices only on loopback", () => {
    const several = { ...production, STRIPE_PRICE_PRO: "price_new, price_old" };
    expect(parseEnv(several).STRIPE_PRICE_PRO).toEqual(["price_new", "price_old"]);
    const foreign = { ...production, STRIPE_PRICE_PRO: "price_new,price_sandbox_pro" };
    expect(() => parseEnv(foreign)).toThrow("only work on this machine: STRIPE_PRICE_PRO");
  });

  test("rejects a price shared by two plans and names both settings", () => {
    const shared = { STRIPE_PRICE_STARTER: "price_1", STRIPE_PRICE_PRO: "price_2, price_1" };
    for (const settings of [production, sandbox]) {
      expect(() => parseEnv({ ...settings, ...shared })).toThrow(
        "STRIPE_PRICE_STARTER and STRIPE_PRICE_PRO have the same price price_1",
      );
    }
    // A price repeated within one plan's setting is allowed.
    expect(parseEnv({ ...production, STRIPE_PRICE_PRO: "price_2,price_2" })).toBeTruthy();
  });

  test("rejects the sandbox's public keys unless on loopback", () => {
    expect(() => parseEnv({ ...sandbox, APP_URL: "https://www.example.com" })).toThrow(
      /Sandbox keys.*STRIPE_SECRET_KEY/,
    );
    expect(parseEnv(sandbox).STRIPE_SECRET_KEY).toBe("sk_test_sandbox_0");
  });

  test.each(["APP_URL", "SUPABASE_URL"])("requires https for %s unless on loopback", (name) => {
    const readable = { ...production, [name]: "http://www.example.com" };
    expect(() => parseEnv(readable)).toThrow(`${name} must use https`);
  });

  test.each([
    [undefined, "APP_URL is missing (example: https://www.example.com)"],
    ["nonsense", "APP_URL is malformed (example: https://www.example.com)"],
    ["http://slabs.io", "APP_URL must use https"],
  ])("rejects the APP_URL %j for commands", (value, says) => {
    expect(() => readAppUrl(value)).toThrow(says);
  });

  test("reads APP_URL for commands the same way as for the server", () => {
    expect(readAppUrl("https://slabs.io/")).toBe("https://slabs.io");
    expect(readAppUrl("http://localhost:3000")).toBe("http://localhost:3000");
  });

  test("requires ALLOW_TEST_PAYMENTS for a test key unless on loopback", () => {
    const testing = { ...production, STRIPE_SECRET_KEY: "rk_test_abc" };
    expect(() => parseEnv(testing)).toThrow("STRIPE_SECRET_KEY is a test key");
    expect(parseEnv({ ...testing, ALLOW_TEST_PAYMENTS: "1" }).STRIPE_SECRET_KEY).toBe("rk_test_abc");
    expect(parseEnv({ ...testing, APP_URL: "http://localhost:3000" })).toBeTruthy();
  });

  test("allows RATE_LIMIT_SCALE and STRIPE_API_URL on loopback only", () => {
    expect(() => parseEnv({ ...production, RATE_LIMIT_SCALE: "10" })).toThrow("RATE_LIMIT_SCALE");
    expect(parseEnv({ ...sandbox, RATE_LIMIT_SCALE: "10" }).RATE_LIMIT_SCALE).toBe(10);
    expect(() => parseEnv({ ...production, STRIPE_API_URL: "https://evil.example" })).toThrow(
      "STRIPE_API_URL",
    );
    expect(parseEnv({ ...sandbox, STRIPE_API_URL: "http://127.0.0.1:12111" }).STRIPE_API_URL).toBe(
      "http://127.0.0.1:12111",
    );
  });
});

describe("business", () => {
  type Loaded = { business: typeof business };

  // The module reads its settings when loaded, so each test reloads it.
  const NAMES = ["BUSINESS_NAME", "BUSINESS_ADDRESS", "GRADERS", "INSURANCE_LIMIT", "SUPPORT_HOURS"] as const;
  const resetEnv = () => {
    for (const name of NAMES) delete process.env[name];
    jest.resetModules();
  };
  beforeEach(resetEnv);
  afterAll(resetEnv);
  const loaded = () => jest.requireActual<Loaded>("@/lib/base/business").business;

  test("shows a real business's facts unchanged", () => {
    const own = { BUSINESS_NAME: "Slabs LLC", BUSINESS_ADDRESS: "1 Elm Street", INSURANCE_LIMIT: "5000" };
    Object.assign(process.env, own);
    expect(loaded()).toMatchObject({
      legalName: "Slabs LLC",
      address: "1 Elm Street",
      insuranceLimit: "$5,000",
    });
  });
});

describe("paths", () => {
  test.each([
    [{}, "/login"],
    [{ next: "/submit?a=1&b=2" }, "/login?next=%2Fsubmit%3Fa%3D1%26b%3D2"],
    [{ next: "", plan: "pro" }, "/login?next=&plan=pro"],
  ])("adds the query %p to /login: %s", (query, path) => {
    expect(withQuery(paths.login, query)).toBe(path);
  });

  test.each([
    [true, "/submission-confirmation?batch_id=BATCH-ABCDEFGH-2345&mode=payg&session_id=cs_test_1"],
    [false, "/submission-confirmation?batch_id=BATCH-ABCDEFGH-2345&session_id=cs_test_1"],
  ])("returns the confirmation path (pay-as-you-go: %s): %s", (isPayg, path) => {
    expect(confirmationPath({ sessionId: "cs_test_1", batchId: "BATCH-ABCDEFGH-2345", isPayg })).toBe(path);
  });
});
