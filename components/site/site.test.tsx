/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { MonthField, MonthOfCards, MonthTotal } from "@/components/membership/month-total";
import { PriceForm } from "@/components/site/price-form";
import { serverRendered } from "@/sandbox/builders/server-rendered";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

describe("price form", () => {
  const month = (
    <MonthOfCards>
      <MonthField />
      <MonthTotal plan="pro" />
    </MonthOfCards>
  );
  const forms = [
    ["a month's price", month, "Cheapest for 40 cards: Serious Collector, $979"],
    [
      "a batch's price",
      <PriceForm key="form" rateCents={2500} safety="Full refund." />,
      "$1,000 for 40 cards at $25 a card.",
    ],
  ] as const;
  const field = () => screen.getByRole<HTMLInputElement>("textbox");
  const said = () => screen.getByRole("status").textContent;

  test.each(["0", "10000"])("asks for a number from 1 to 9,999 instead of %s", (typed) => {
    render(forms[1][1]);
    fireEvent.input(field(), { target: { value: typed } });
    expect(said()).toMatch(/^Enter a number from 1 to 9,999\. Grading fee/);
  });

  test.each(forms)("updates %s from a number typed before the script loads", (_what, form, answer) => {
    const container = serverRendered(form);
    field().value = "40 cards";
    render(form, { container, hydrate: true });
    expect(field().value).toBe("40");
    expect(said()).toContain(answer);
  });
});
