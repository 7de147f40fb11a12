import { plans } from "@/lib/base/plans";
import { site } from "@/lib/base/site";
import type { publicMetadata } from "@/lib/marketing/page-metadata";
import type { pricingGraph } from "@/lib/marketing/structured-data";

describe("structured data", () => {
  process.env.SITE_URL = "https://slabrelay.test";

  type Graphs = { pricingGraph: typeof pricingGraph };
  // Modules read the URL when they load, so each test reloads them.
  beforeEach(() => jest.resetModules());
  const graphs = () => jest.requireActual<Graphs>("@/lib/marketing/structured-data");
  type Node = { "@type": string; [key: string]: unknown };
  const nodes = (graph: object, type: string) =>
    (graph as { "@graph": Node[] })["@graph"].filter((node) => node["@type"] === type);

  test.each([
    ["free", "$25 for each card", "25.00", "card", "C62"],
    ["pro", "$22 a card, up to 500 cards a month", "99.00", "month", "MON"],
  ] as const)("lists plan %s with %s at $%s per %s", (plan, words, price, unitText, unitCode) => {
    const id = `https://slabrelay.test/pricing#${plan}`;
    const offered = nodes(graphs().pricingGraph(), "Product").find((node) => node["@id"] === id);
    expect(offered).toEqual({
      "@type": "Product",
      "@id": id,
      name: plan === "free" ? "No Commitment: card grading submission" : `${plans[plan].label} membership`,
      description: expect.stringContaining(words),
      image: "https://slabrelay.test/opengraph-image",
      brand: { "@type": "Brand", name: site.name },
      offers: {
        "@type": "Offer",
        price,
        priceCurrency: "USD",
        url: "https://slabrelay.test/pricing",
        availability: "https://schema.org/InStock",
        priceSpecification: {
          "@type": "UnitPriceSpecification",
          price,
          priceCurrency: "USD",
          unitText,
          unitCode,
        },
        seller: { "@id": "https://slabrelay.test/#organization" },
      },
    });
  });
});

test("previews a shared link with the page's title and address", () => {
  jest.resetModules();
  type Loaded = { publicMetadata: typeof publicMetadata };
  const loaded = jest.requireActual<Loaded>("@/lib/marketing/page-metadata");
  const page = { title: "Pricing", description: "What it costs.", path: "/pricing" };
  const { openGraph } = loaded.publicMetadata(page);
  expect(openGraph).toMatchObject({ title: "Pricing · SlabRelay", url: "https://slabrelay.test/pricing" });
});
