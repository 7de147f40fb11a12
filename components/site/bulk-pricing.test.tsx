import { renderToStaticMarkup } from "react-dom/server";
import { PlanTable } from "@/components/membership/plan-table";
import { BulkPricing } from "@/components/site/bulk-pricing";
import { plans } from "@/lib/base/plans";
import { cheapestPlan, MONTH_PLANS } from "@/lib/membership/month-price";

/** The plans that cost least somewhere, in order of the months: found without the examples. */
const ladder = [...new Set(Array.from({ length: 1_000 }, (_, n) => plans[cheapestPlan(n + 1)].label))];
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("the landing page's months name each plan that costs least for some, in order", () => {
  const named = [...textOf(renderToStaticMarkup(<BulkPricing />)).matchAll(/(\d+) cards (\D+?) \$([\d,]+)/g)];
  expect(named.map(([, cards, plan, total]) => [cards, plan, total])).toEqual([
    ["10", "No Commitment", "250"],
    ["40", "Serious Collector", "979"],
    ["100", "Volume Master", "2,149"],
    ["500", "Volume Master", "9,749"],
  ]);
  expect([...new Set(named.map(([, , plan]) => plan))]).toEqual(ladder);
});

test("the table marks each of them as the cheapest, for the same months", () => {
  const rows = renderToStaticMarkup(<PlanTable />).match(/<tr>.*?<\/tr>/g) ?? [];
  const months = rows.filter((row) => row.includes("A month of"));
  expect(months.map((row) => /A month of (\d+) cards/.exec(row)?.[1])).toEqual(["10", "40", "100", "500"]);
  const cheapest = months.map((row) => {
    const values = row.match(/<td.*?<\/td>/g) ?? [];
    const [best, ...others] = MONTH_PLANS.filter((_, place) => values[place]?.includes("(cheapest)"));
    expect([values.length, others]).toEqual([MONTH_PLANS.length, []]);
    return best && plans[best].label;
  });
  expect([...new Set(cheapest)]).toEqual(ladder);
});
