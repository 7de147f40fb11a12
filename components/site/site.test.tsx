/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { AgreedTerms } from "@/components/layout/agreed-terms";
import { NavLink } from "@/components/layout/nav-link";
import { MonthField, MonthOfCards, MonthTotal } from "@/components/membership/month-total";
import { PlanTable } from "@/components/membership/plan-table";
import { BulkPricing } from "@/components/site/bulk-pricing";
import { Hero } from "@/components/site/hero";
import { PriceForm } from "@/components/site/price-form";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { cheapestPlan, MONTH_PLANS } from "@/lib/membership/month-price";
import { navigation } from "@/sandbox/builders/navigation";
import { serverRendered } from "@/sandbox/builders/server-rendered";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

describe("bulk pricing", () => {
  /** The plans that cost least somewhere, in order of the months: found without the examples. */
  const ladder = [...new Set(Array.from({ length: 1_000 }, (_, n) => plans[cheapestPlan(n + 1)].label))];
  const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

  test("the landing page's months name each plan that costs least for some, in order", () => {
    const named = [
      ...textOf(renderToStaticMarkup(<BulkPricing />)).matchAll(/(\d+) cards (\D+?) \$([\d,]+)/g),
    ];
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
});

describe("hero", () => {
  test("beside the sum stands what is lost by trying it, and no screen reader hears it again with every digit", () => {
    render(<Hero />);
    const safety = screen.getByText("Cancel a batch before you ship it, and its whole price comes back.");
    expect(safety.closest("form")).toBeTruthy();
    expect(screen.getByRole("status").contains(safety)).toBe(false);
  });
});

describe("price form", () => {
  const month = (
    <MonthOfCards>
      <MonthField />
      <MonthTotal plan="pro" />
    </MonthOfCards>
  );
  const forms = [
    ["a month's price", month, "Cheapest for 40 cards: Serious Collector, $979 in all."],
    [
      "a batch's price",
      <PriceForm key="form" rateCents={2500} safety="It can be canceled." />,
      "$1,000 for 40 cards at $25 a card.",
    ],
  ] as const;
  const field = () => screen.getByRole<HTMLInputElement>("textbox");
  const said = () => screen.getByRole("status").textContent;

  test.each(["0", "10000"])("%s cards: a number that has a price is asked for", (typed) => {
    render(forms[1][1]);
    fireEvent.input(field(), { target: { value: typed } });
    expect(said()).toMatch(/^Enter a number from 1 to 9,999, at \$25 a card\. The grader's fee/);
  });

  test.each([
    ["a month's price", month, /Without JavaScript the sums stay those of 30 cards\. The table below/],
    ["a batch's price", forms[1][1], /\$750 for 30 cards at \$25 a card\./],
  ])("without a script %s says for how many cards it is, and what to do for others", (_what, form, words) => {
    const page = serverRendered(form);
    page.remove();
    expect(page.textContent).toMatch(words);
  });

  describe.each(forms)("%s", (_what, form, answer) => {
    test.each(["40 cards", "４０"])("%j typed before the script came is read as 40", (typed) => {
      const container = serverRendered(form);
      field().value = typed;
      render(form, { container, hydrate: true });
      expect(field().value).toBe("40");
      expect(said()).toContain(answer);
    });

    test("digits of a keyboard that composes them are read when they are done", () => {
      render(form);
      fireEvent.compositionStart(field());
      fireEvent.input(field(), { target: { value: "４０" }, isComposing: true });
      expect(field().value).toBe("４０");
      fireEvent.compositionEnd(field());
      expect(field().value).toBe("40");
      expect(said()).toContain(answer);
    });

    test.each([
      ["12345", "12345"],
      ["1000000", "10000"],
      ["½", ""],
    ])("%j is no number of cards: it is answered, not cut to one, and has no price", (typed, left) => {
      render(form);
      fireEvent.input(field(), { target: { value: typed } });
      expect(field().value).toBe(left);
      expect(said()).not.toMatch(/NaN|\$\d[\d,]* (for|in all)/);
      expect(said()).toContain("from 1 to 9,999");
    });
  });
});

describe("agreed terms", () => {
  test("what is agreed to is linked, each by its own page", () => {
    const html = renderToStaticMarkup(<AgreedTerms act="paying" />);
    expect(html).toContain("By paying you agree to our");
    for (const path of [paths.terms, paths.refunds, paths.insurance, paths.privacy])
      expect(html).toContain(`href="${path}"`);
  });
});

describe("nav link", () => {
  /** What the link says of where the visitor is. */
  function current(
    at: string,
    link: { href: string; section?: string | readonly string[] },
  ): string | undefined {
    navigation.path = at;
    const html = renderToStaticMarkup(<NavLink {...link}>Link</NavLink>);
    return /aria-current="(\w+)"/.exec(html)?.[1];
  }

  test.each([
    ["its own page", "/admin", "/admin", undefined, "page"],
    ["a page below it", "/admin/receive", "/admin", undefined, "true"],
    ["a page that begins alike", "/admins", "/admin", undefined, undefined],
    ["another page", "/dashboard", "/admin", undefined, undefined],
    ["its own page, with a section of its own", "/admin", "/admin", "/admin/order/", "page"],
    ["its section", "/admin/order/1", "/admin", "/admin/order/", "true"],
    [
      "one of its sections",
      "/admin/user-profile",
      "/admin",
      ["/admin/order/", "/admin/user-profile"],
      "true",
    ],
    ["a page beside its section", "/admin/receive", "/admin", "/admin/order/", undefined],
  ] as const)("a link is marked on %s", (_what, at, href, section, expected) => {
    expect(current(at, section ? { href, section } : { href })).toBe(expected);
  });
});
