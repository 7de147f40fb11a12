import { paths } from "../lib/base/paths.ts";
import { expect, test } from "./fixtures.ts";
import { SCHEMA_ORG, structuredData, textOf, vocabulary } from "./support/structured-data.ts";

/** What the build of the tests carries as its public address. */
const SITE_URL = process.env.SITE_URL ?? "";

test.describe("what search engines read", () => {
  for (const [path, types] of [
    [paths.home, ["Organization", "WebSite"]],
    [paths.pricing, ["Offer", "Organization", "Product"]],
  ] as const) {
    test(`${path} has structured data that schema.org's vocabulary knows`, async ({ request }) => {
      const html = await (await request.get(path)).text();
      const nodes = await structuredData(html);
      const known = vocabulary();
      expect(known.types.size).toBeGreaterThan(500);
      for (const node of nodes) {
        for (const type of node["@type"]) expect(known.types).toContain(type.replace(SCHEMA_ORG, ""));
        for (const property of Object.keys(node).filter((key) => !key.startsWith("@"))) {
          expect(known.properties).toContain(property.replace(SCHEMA_ORG, ""));
        }
      }
      const found = nodes.flatMap((node) => node["@type"]).map((type) => type.replace(SCHEMA_ORG, ""));
      expect(found).toEqual(expect.arrayContaining([...types]));
    });
  }

  test("the offers are those of the plans", async ({ request }) => {
    const nodes = await structuredData(await (await request.get(paths.pricing)).text());
    const ofType = (type: string) => nodes.filter((node) => node["@type"].includes(SCHEMA_ORG + type));
    const prices = ofType("Offer").map((node) => `${textOf(node, "price")} ${textOf(node, "priceCurrency")}`);
    expect(prices.sort()).toEqual(["249.00 USD", "25.00 USD", "29.00 USD", "99.00 USD"]);
    expect(textOf(ofType("Organization")[0], "url")).toBe(`${SITE_URL}/`);
  });

  const terms = [paths.terms, paths.privacy, paths.refunds, paths.insurance];
  for (const path of [paths.home, paths.pricing, paths.trackSample, paths.signup, paths.login, ...terms]) {
    test(`${path} has one title, description and address, whatever the query`, async ({ page }) => {
      await page.goto(`${path}?plan=free`);
      await expect(page).toHaveTitle(/SlabRelay/);
      const content = (name: string) => page.locator(`head meta[name="${name}"]`).getAttribute("content");
      expect((await content("description"))?.length).toBeGreaterThan(40);
      const canonical = page.locator('head link[rel="canonical"]');
      await expect(canonical).toHaveCount(1);
      const address = new URL((await canonical.getAttribute("href")) ?? "");
      expect(address.href).toBe(new URL(path, SITE_URL).href);
      await expect(page.locator('head meta[name="robots"][content*="noindex"]')).toHaveCount(0);
    });
  }

  test("a shared link shows the title, the text and an image of the project's own", async ({ page }) => {
    for (const path of [paths.home, paths.pricing]) {
      await page.goto(path);
      const content = (name: string) =>
        page
          .locator(`head meta[property="${name}"], head meta[name="${name}"]`)
          .first()
          .getAttribute("content");
      expect(await content("og:title")).toBe(await page.title());
      expect(new URL((await content("og:url")) ?? "").href).toBe(new URL(path, SITE_URL).href);
      expect(await content("og:description")).toBe(await content("description"));
      expect(await content("twitter:card")).toBe("summary_large_image");
      expect(await content("og:image")).toBe(SITE_URL + paths.shareImage);
    }
    // Those with a person in them do without, in their markup and in their payload.
    await page.goto(paths.login);
    await expect(page.locator('head meta[property^="og:"], head meta[name^="twitter:"]')).toHaveCount(0);
    const image = await page.request.get(paths.shareImage);
    expect(image.headers()).toMatchObject({
      "content-type": "image/png",
      "cross-origin-resource-policy": "cross-origin",
    });
    const body = await image.body();
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test("public and private pages name the same icons, which exist", async ({ page }) => {
    for (const path of [paths.home, paths.login]) {
      await page.goto(path);
      const href = (rel: string) => page.locator(`head link[rel="${rel}"]`).getAttribute("href");
      expect(new URL((await href("icon")) ?? "", page.url()).pathname).toBe(paths.icon);
      expect(new URL((await href("apple-touch-icon")) ?? "", page.url()).pathname).toBe(paths.touchIcon);
    }
    expect((await page.request.get(paths.icon)).headers()["content-type"]).toBe("image/svg+xml");
    const touchIcon = await (await page.request.get(paths.touchIcon)).body();
    expect([touchIcon.readUInt32BE(16), touchIcon.readUInt32BE(20)]).toEqual([180, 180]);
  });

  test("robots.txt leads to the sitemap, which lists pages that may be shown", async ({ request }) => {
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
});
