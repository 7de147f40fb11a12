import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { scriptsOf } from "../sandbox/bench/first-load.ts";
import { expect, test } from "./fixtures.ts";

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const UNKNOWN_LINK = paths.track("a".repeat(43));

for (const path of [paths.login, paths.signup, paths.submitPayg, paths.confirmation, UNKNOWN_LINK]) {
  test(`${path} is never cached, and each of its scripts carries this request's nonce`, async ({
    request,
  }) => {
    const response = await request.get(path);
    const headers = response.headers();
    expect(headers).toMatchObject({ ...EVERYWHERE, "cache-control": expect.stringContaining("no-store") });
    expect(headers["x-powered-by"]).toBeUndefined();
    const policy = headers["content-security-policy"] ?? "";
    const nonce = /script-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})' 'strict-dynamic'/.exec(policy)?.[1];
    expect(nonce).toBeDefined();
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);

    const again = await request.get(path);
    expect(again.headers()["content-security-policy"]).not.toContain(nonce);
  });
}

test("the home page is the same prerendered bytes for everybody, without a nonce", async ({ request }) => {
  const first = await request.get(paths.home);
  expect(first.headers()).toMatchObject({ ...EVERYWHERE, "x-nextjs-cache": "HIT" });
  expect(first.headers()["content-security-policy"]).toContain("default-src 'none'");
  const second = await request.get(paths.home, { headers: { cookie: "signed_in=1; sb=anything" } });
  expect(await second.text()).toBe(await first.text());
});

for (const path of [paths.dashboard, paths.submit, paths.profile, staffPaths.orders]) {
  test(`a made-up session in the headers opens nothing: ${path}`, async ({ request }) => {
    const headers = {
      "x-session-state": "valid",
      "x-access": "admin",
      "x-middleware-subrequest": "middleware",
    };
    const response = await request.get(path, { headers, maxRedirects: 0 });
    expect(response.status()).toBe(307);
    expect(response.headers().location).toContain(`${paths.login}?next=${encodeURIComponent(path)}`);
  });
}

test("a policy or nonce in the request is not taken over", async ({ request }) => {
  const response = await request.get(paths.login, {
    headers: {
      "content-security-policy": "script-src 'nonce-evil'",
      "x-nonce": "evil",
    },
  });
  expect(response.headers()["content-security-policy"]).not.toContain("evil");
  expect(await response.text()).not.toContain('nonce="evil"');
});

test("API answers are never cached and show no details", async ({ request }) => {
  const response = await request.post(apiPaths.orderCheckout, { data: {} });
  expect(response.headers()).toMatchObject({ ...EVERYWHERE, "cache-control": "private, no-store" });
  expect(await response.text()).not.toMatch(/at \/|pg_|select|sk_|whsec_/i);
});

test("secrets are in no script that a browser gets", async ({ request }) => {
  const addresses = new Set<string>();
  for (const path of [paths.home, paths.login, paths.signup, paths.submitPayg]) {
    for (const script of scriptsOf(await (await request.get(path)).text())) addresses.add(script);
  }
  const texts = [...addresses].map(async (address) => (await request.get(address)).text());
  const scripts = (await Promise.all(texts)).join("\n");
  expect(scripts.length).toBeGreaterThan(10_000);
  expect(scripts).not.toMatch(/sk_(test|live)_|whsec_|sb_secret_|sandbox-(cron|cookie|jwt)-secret/);
});
