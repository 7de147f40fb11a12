import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { expect, test } from "./fixtures.ts";
import { headOf } from "./support/html-head.ts";

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const UNKNOWN_LINK = paths.track("a".repeat(43));

for (const path of [paths.login, paths.signup, paths.submitPayg, paths.confirmation, UNKNOWN_LINK])
  test(`serves ${path} uncached, with security headers`, async ({ request }) => {
    const response = await request.get(path);
    const headers = response.headers();
    expect(headers).toMatchObject({ ...EVERYWHERE, "cache-control": expect.stringContaining("no-store") });
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["content-security-policy"]).not.toMatch(/unsafe-inline|unsafe-eval/);
  });

test("serves everyone the same prerendered home page, without a nonce", async ({ request }) => {
  const first = await request.get(paths.home);
  expect(first.headers()).toMatchObject({ ...EVERYWHERE, "x-nextjs-cache": "HIT" });
  expect(first.headers()["content-security-policy"]).toContain("default-src 'none'");
  const second = await request.get(paths.home, { headers: { cookie: "signed_in=1; sb=anything" } });
  expect(await second.text()).toBe(await first.text());
});

test("ignores a policy or nonce in the request", async ({ request }) => {
  const response = await request.get(paths.login, {
    headers: {
      "content-security-policy": "script-src 'nonce-evil'",
      "x-nonce": "evil",
    },
  });
  expect(response.headers()["content-security-policy"]).not.toContain("evil");
  expect(await response.text()).not.toContain('nonce="evil"');
});

test("serves API errors uncached and without details", async ({ request }) => {
  const response = await request.post(apiPaths.orderCheckout, { data: {} });
  expect(response.headers()).toMatchObject({
    ...EVERYWHERE,
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  expect(await response.text()).not.toMatch(/at \/|pg_|select|sk_|whsec_/i);
});

const SITE_URL = process.env.SITE_URL ?? "";

const terms = [paths.terms, paths.privacy, paths.refunds, paths.insurance];
for (const path of [paths.home, paths.pricing, paths.trackSample, paths.signup, paths.login, ...terms]) {
  test(`gives ${path} one title, description and canonical URL`, async ({ request }) => {
    const head = headOf(await (await request.get(`${path}?plan=free`)).text());
    expect(head.titles).toEqual([expect.stringContaining("SlabRelay")]);
    expect(head.content("description")?.length).toBeGreaterThan(40);
    const addresses = head.links("canonical").map((href) => new URL(href).href);
    expect(addresses).toEqual([new URL(path, SITE_URL).href]);
    expect(head.content("robots") ?? "").not.toContain("noindex");
  });
}

test("lists indexable pages in the sitemap named by robots.txt", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${SITE_URL}${paths.sitemap}`);
  expect(robots).toContain("Disallow: /api/");
  const sitemap = await (await request.get(paths.sitemap)).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url);
  expect(listed).toEqual(
    [paths.home, paths.pricing, paths.trackSample, paths.signup, paths.login, ...terms].map(
      (path) => SITE_URL + path,
    ),
  );
  for (const url of listed) {
    const page = await request.get(new URL(url).pathname, { maxRedirects: 0 });
    expect(page.status(), url).toBe(200);
    expect(await page.text(), url).not.toContain("noindex");
  }
  expect(await (await request.get(paths.submitPayg)).text()).toContain("noindex");
});
