import { paths } from "../lib/base/paths.ts";
import { expect, test } from "./fixtures.ts";
import { headOf } from "./support/html-head.ts";
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
    test(`${path} has one title, description and address, whatever the query`, async ({ request }) => {
      const head = headOf(await (await request.get(`${path}?plan=free`)).text());
      expect(head.titles).toEqual([expect.stringContaining("SlabRelay")]);
      expect(head.content("description")?.length).toBeGreaterThan(40);
      const addresses = head.links("canonical").map((href) => new URL(href).href);
      expect(addresses).toEqual([new URL(path, SITE_URL).href]);
      expect(head.content("robots") ?? "").not.toContain("noindex");
    });
  }

  test("a shared link shows the title, the text and an image of the project's own", async ({ request }) => {
    for (const path of [paths.home, paths.pricing]) {
      const { content, titles } = headOf(await (await request.get(path)).text());
      expect(content("og:title")).toBe(titles[0]);
      expect(new URL(content("og:url") ?? "").href).toBe(new URL(path, SITE_URL).href);
      expect(content("og:description")).toBe(content("description"));
      expect(content("twitter:card")).toBe("summary_large_image");
      expect(content("og:image")).toBe(SITE_URL + paths.shareImage);
    }
    // Those with a person in them do without.
    const login = await (await request.get(paths.login)).text();
    expect(login).not.toMatch(/<meta [^>]*"(og|twitter):/);
    const image = await request.get(paths.shareImage);
    expect(image.headers()).toMatchObject({
      "content-type": "image/png",
      "cross-origin-resource-policy": "cross-origin",
    });
    const body = await image.body();
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test("public and private pages name the same icons, which exist", async ({ request }) => {
    for (const path of [paths.home, paths.login]) {
      const { links } = headOf(await (await request.get(path)).text());
      const pathsOf = (rel: string) => links(rel).map((href) => new URL(href, SITE_URL).pathname);
      expect(pathsOf("icon")).toEqual([paths.icon]);
      expect(pathsOf("apple-touch-icon")).toEqual([paths.touchIcon]);
    }
    expect((await request.get(paths.icon)).headers()["content-type"]).toBe("image/svg+xml");
    const touchIcon = await (await request.get(paths.touchIcon)).body();
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
