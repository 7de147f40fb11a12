import { plans } from "@/lib/base/plans";
import { receivingAddress } from "@/lib/base/receiving-address";
import { site } from "@/lib/base/site";
import type { documentMetadata, publicMetadata } from "@/lib/marketing/page-metadata";
import type { homeGraph, pricingGraph } from "@/lib/marketing/structured-data";

describe("structured data", () => {
  process.env.SITE_URL = "https://slabrelay.test";

  type Graphs = { homeGraph: typeof homeGraph; pricingGraph: typeof pricingGraph };
  // The address is read when the module is loaded, so it is loaded after that is set, by each test anew.
  beforeEach(() => jest.resetModules());
  const graphs = () => jest.requireActual<Graphs>("@/lib/marketing/structured-data");
  type Node = { "@type": string; [key: string]: unknown };
  const nodes = (graph: object, type: string) =>
    (graph as { "@graph": Node[] })["@graph"].filter((node) => node["@type"] === type);

  test("the landing page says who we are; what each plan costs stands on its own page", () => {
    const graph = graphs().homeGraph();
    expect(nodes(graph, "Organization")).toHaveLength(1);
    expect(nodes(graph, "Product")).toHaveLength(0);
    expect(nodes(graphs().pricingGraph(), "Product")).toHaveLength(4);
  });

  test("the pricing page's offers carry the prices that are charged", () => {
    const offers = nodes(graphs().pricingGraph(), "Product").map(({ offers }) => offers as Node);
    expect(offers.map(({ price }) => price)).toEqual([
      (plans.free.rateCents / 100).toFixed(2),
      ...(["starter", "pro", "elite"] as const).map((plan) => (plans[plan].monthlyCents / 100).toFixed(2)),
    ]);
    for (const offer of offers) {
      expect(offer).toMatchObject({ priceCurrency: "USD", url: "https://slabrelay.test/pricing" });
    }
  });

  test("search engines read who we are, where we are and how to reach us", () => {
    for (const graph of [graphs().homeGraph(), graphs().pricingGraph()]) {
      expect(graph["@context"]).toBe("https://schema.org");
      expect(nodes(graph, "Organization")).toEqual([
        {
          "@type": "Organization",
          "@id": "https://slabrelay.test/#organization",
          name: site.name,
          description: `${site.tagline}.`,
          url: "https://slabrelay.test/",
          logo: "https://slabrelay.test/icon.svg",
          email: site.contactEmail,
          address: {
            "@type": "PostalAddress",
            streetAddress: receivingAddress.line1,
            addressLocality: receivingAddress.city,
            addressRegion: receivingAddress.state,
            postalCode: receivingAddress.postalCode,
            addressCountry: receivingAddress.country,
          },
          contactPoint: {
            "@type": "ContactPoint",
            contactType: "customer support",
            email: site.contactEmail,
          },
        },
      ]);
    }
  });

  test("the landing page names the site and its publisher", () => {
    const graph = graphs().homeGraph();
    expect(nodes(graph, "WebSite")).toEqual([
      {
        "@type": "WebSite",
        "@id": "https://slabrelay.test/#website",
        name: site.name,
        url: "https://slabrelay.test/",
        inLanguage: "en",
        publisher: { "@id": "https://slabrelay.test/#organization" },
      },
    ]);
  });

  test.each([
    ["free", "$25 for each card", "25.00", "card", "C62"],
    ["starter", "$25 a card, up to 100 cards a month", "29.00", "month", "MON"],
    ["pro", "$22 a card, up to 500 cards a month", "99.00", "month", "MON"],
    ["elite", "$19 a card, up to 1,000 cards a month", "249.00", "month", "MON"],
  ] as const)("the plan %s is offered with %s, at $%s a %s", (plan, words, price, unitText, unitCode) => {
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

  // The address is read when the module is loaded, so it is loaded after that is set, by each test anew.
  beforeEach(() => jest.resetModules());
  const loaded = () => jest.requireActual<Loaded>("@/lib/marketing/page-metadata");

  test("every page stands on this site, under its name and with its icons", () => {
    expect(loaded().documentMetadata).toEqual({
      metadataBase: new URL("https://slabrelay.test"),
      title: { template: "%s · SlabRelay", default: expect.stringMatching(/^SlabRelay: \w+/) },
      description: expect.stringMatching(/^\w.+\.$/),
      icons: { icon: { url: "/icon.svg", type: "image/svg+xml" }, apple: "/apple-touch-icon.png" },
    });
  });

  test("a public page names itself once, by its one address", () => {
    const metadata = loaded().publicMetadata({
      title: "Pricing",
      description: "What it costs.",
      path: "/pricing",
    });
    expect(metadata.title).toEqual({ absolute: "Pricing · SlabRelay" });
    expect(metadata.alternates?.canonical).toBe("https://slabrelay.test/pricing");
    expect(metadata.openGraph).toMatchObject({ url: "https://slabrelay.test/pricing", locale: "en_US" });
  });

  test("where a link is shared, the same words and picture show", () => {
    const { openGraph, twitter } = loaded().publicMetadata({ title: "A", description: "B", path: "/" });
    expect(twitter).toMatchObject({ title: "A · SlabRelay", description: "B", images: openGraph?.images });
    expect(openGraph?.images).toEqual([
      expect.objectContaining({ url: "https://slabrelay.test/opengraph-image", width: 1200, height: 630 }),
    ]);
  });

  test("a shared link shows as a page of this site, with a large picture", () => {
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
