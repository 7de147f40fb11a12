import { plans } from "@/lib/base/plans";
import { site } from "@/lib/base/site";
import type { documentMetadata, publicMetadata } from "@/lib/marketing/page-metadata";
import type { homeGraph, pricingGraph } from "@/lib/marketing/structured-data";

describe("structured data", () => {
  process.env.SITE_URL = "https://slabrelay.test";

  type Graphs = { homeGraph: typeof homeGraph; pricingGraph: typeof pricingGraph };
  // Modules read the URL when loaded, so each test loads them anew.
  beforeEach(() => jest.resetModules());
  const graphs = () => jest.requireActual<Graphs>("@/lib/marketing/structured-data");
  type Node = { "@type": string; [key: string]: unknown };
  const nodes = (graph: object, type: string) =>
    (graph as { "@graph": Node[] })["@graph"].filter((node) => node["@type"] === type);

  test("describes the company on the landing page and the plans on the pricing page", () => {
    const graph = graphs().homeGraph();
    expect(nodes(graph, "Organization")).toHaveLength(1);
    expect(nodes(graph, "Product")).toHaveLength(0);
    expect(nodes(graphs().pricingGraph(), "Product")).toHaveLength(4);
  });

  test.each([
    ["free", "$25 for each card", "25.00", "card", "C62"],
    ["pro", "$22 a card, up to 500 cards a month", "99.00", "month", "MON"],
  ] as const)("offers plan %s with %s, at $%s a %s", (plan, words, price, unitText, unitCode) => {
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

describe("page metadata", () => {
  process.env.SITE_URL = "https://slabrelay.test";

  type Loaded = { documentMetadata: typeof documentMetadata; publicMetadata: typeof publicMetadata };

  // Modules read the URL when loaded, so each test loads them anew.
  beforeEach(() => jest.resetModules());
  const loaded = () => jest.requireActual<Loaded>("@/lib/marketing/page-metadata");

  test("previews a shared link with the site's name and a large image", () => {
    const { description, openGraph, twitter } = loaded().publicMetadata({
      title: "Pricing",
      description: "What it costs.",
      path: "/pricing",
    });
    const words = { title: "Pricing · SlabRelay", description: "What it costs." };
    const images = [
      {
        url: "https://slabrelay.test/opengraph-image",
        width: 1200,
        height: 630,
        alt: expect.stringMatching(/^SlabRelay: .+/),
      },
    ];
    expect(description).toBe("What it costs.");
    expect(openGraph).toEqual({
      type: "website",
      siteName: "SlabRelay",
      locale: "en_US",
      url: "https://slabrelay.test/pricing",
      ...words,
      images,
    });
    expect(twitter).toEqual({ card: "summary_large_image", ...words, images });
  });
});
