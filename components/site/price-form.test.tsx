/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { MonthField, MonthOfCards, MonthTotal } from "@/components/membership/month-total";
import { PriceForm } from "@/components/site/price-form";
import { serverRendered } from "@/sandbox/builders/server-rendered";

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
  test.each(["40", "40 cards", "４０", " 4 0"])("%j typed before the script came is read as 40", (typed) => {
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
    ["99999", "99999"],
    ["1000000", "10000"],
    ["0", "0"],
    ["½", ""],
  ])("%j is no number of cards: it is answered, not cut to one, and has no price", (typed, left) => {
    render(form);
    fireEvent.input(field(), { target: { value: typed } });
    expect(field().value).toBe(left);
    expect(said()).not.toMatch(/NaN|\$\d[\d,]* (for|in all)/);
    expect(said()).toContain("from 1 to 9,999");
  });
});
