process.env.SITE_URL = "https://slabrelay.test";

import { plans } from "@/lib/base/plans";
import type { homeGraph, pricingGraph } from "@/lib/marketing/structured-data";
import { FAQ } from "@/lib/marketing/words";

type Graphs = { homeGraph: typeof homeGraph; pricingGraph: typeof pricingGraph };
// Read when it is loaded, so it must be loaded after the address is set.
const graphs = () => jest.requireActual<Graphs>("@/lib/marketing/structured-data");
type Node = { "@type": string; [key: string]: unknown };
const nodes = (graph: object, type: string) =>
  (graph as { "@graph": Node[] })["@graph"].filter((node) => node["@type"] === type);

test("the landing page says who we are, answers what it answers, and what each plan costs", () => {
  const graph = graphs().homeGraph();
  expect(nodes(graph, "Organization")).toHaveLength(1);
  const [faq] = nodes(graph, "FAQPage");
  expect(faq?.mainEntity).toHaveLength(FAQ.length);
  expect(nodes(graph, "Product").map(({ name }) => name)).toHaveLength(4);
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
