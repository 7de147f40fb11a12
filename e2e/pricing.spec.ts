import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { COLLECTOR, PASSWORD } from "../sandbox/builders/person.ts";
import { eventually } from "../sandbox/builders/product.ts";
import { expect, test } from "./fixtures.ts";
import { LOOKS } from "./support/looks.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

/** Every line of a card as the specification has it, and where its button leads. */
const CARDS = [
  {
    name: "No Commitment",
    lines: ["$0", "pay per submission", "$25/card"],
    button: "Start free",
    visitor: "/login?next=/submit&plan=free",
    person: "/submit?plan=free",
  },
  {
    name: "Casual Collector",
    lines: ["$29", "/month", "$25/card", "Up to 100 cards/month", "Free shipping and insurance"],
    button: "Choose Casual Collector",
    visitor: "/signup?plan=starter",
    person: "/pricing?plan=starter",
  },
  {
    name: "Serious Collector",
    lines: ["Most Popular", "$99", "/month", "$22/card", "Up to 500 cards/month"],
    button: "Choose Serious Collector",
    visitor: "/signup?plan=pro",
    person: "/pricing?plan=pro",
  },
  {
    name: "Volume Master",
    lines: ["$249", "/month", "$19/card", "Up to 1,000 cards/month"],
    button: "Choose Volume Master",
    visitor: "/signup?plan=elite",
    person: "/pricing?plan=elite",
  },
];

for (const path of [paths.home, paths.pricing]) {
  test(`${path} shows the four plans, and each button leads where it should`, async ({
    page,
    product,
    signIn,
  }) => {
    const { email } = await product.person();
    for (const who of ["visitor", "person"] as const) {
      if (who === "person") await signIn(page, { email, password: PASSWORD });
      await page.goto(path);
      for (const { name, lines, button, ...targets } of CARDS) {
        const card = page
          .getByRole("listitem")
          .filter({ has: page.getByRole("heading", { name, exact: true }) });
        for (const line of lines) await expect(card.getByText(line, { exact: true })).toBeVisible();
        await expect(card.getByRole("link", { name: button })).toHaveAttribute("href", targets[who]);
      }
      await expect(page.getByText("Most Popular")).toHaveCount(1);
      await expect(page.getByText("$25/card, the exact price is shown before you pay.")).toBeVisible();
    }
  });
}

test("a number of cards a month says what each plan comes to, of what, and which costs least", {
  tag: "@full",
}, async ({ page, expectAccessible }) => {
  await page.goto(paths.pricing);
  const card = (name: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
  const field = page.getByLabel("Cards you send in a month");
  await expect(card("No Commitment").getByText("Cheapest", { exact: true })).toBeVisible();
  for (const [typed, said, best, sums] of [
    [
      "30",
      "30 cards: No Commitment, $750",
      "No Commitment",
      ["30 × $25", "$29 + 30 × $25", "$99 + 30 × $22"],
    ],
    ["x40 ", "40 cards: Serious Collector, $979", "Serious Collector", ["40 × $25", "$29 + 40 × $25"]],
    [
      "1200",
      "1,200 cards: Volume Master, $24,249",
      "Volume Master",
      ["1,200 × $25", "$29 + 100 × $25 + 1,100 over its limit × $25"],
    ],
  ] as const) {
    await field.fill(typed);
    await expect(page.getByRole("status")).toHaveText(`Cheapest for ${said} in all.`);
    for (const [place, sum] of sums.entries())
      await expect(card(CARDS[place]?.name ?? "").getByText(sum, { exact: true })).toBeVisible();
    await expect(card(best).getByText("Cheapest", { exact: true })).toBeVisible();
    await expect(page.getByText("Cheapest", { exact: true })).toHaveCount(1);
  }
  await field.fill("");
  await expect(page.getByText("Cheapest", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test("the table has each plan as a column, each line named, also where a telephone stacks it", {
  tag: "@full",
}, async ({ page }) => {
  await page.goto(paths.pricing);
  const table = page.getByRole("table", { name: "The plans compared" });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(table.getByRole("row", { name: /^A month of 100 cards/ })).toContainText(
      /\$2,500.*\$2,529.*\$2,299.*\$2,149 \(cheapest\)/,
    );
    await expect(
      table.getByRole("row", { name: /^Return shipping and insurance/ }).getByRole("cell"),
    ).toHaveText([
      "In the price of the cards",
      "Free shipping and insurance",
      "In the price of the cards",
      "In the price of the cards",
    ]);
  }
  await expect(table.getByRole("columnheader")).toHaveText(CARDS.map(({ name }) => name));
});

test("a member's own plan is marked, and only that one", { tag: "@full" }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, COLLECTOR);
  let questions = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === apiPaths.membership) questions += 1;
  });
  for (const path of [paths.home, paths.pricing]) {
    questions = 0;
    await page.goto(path);
    const own = page.getByRole("link", { name: "Manage your plan" });
    await expect(own).toHaveCount(1);
    await expect(own).toHaveAttribute("href", "/pricing?plan=pro");
    await expect(page.getByRole("link", { name: /^Choose / })).toHaveCount(2);
    await expectAccessible(page);
    expect(questions, `questions about the plan on ${path}`).toBe(1);
  }
});

test("a signed-in visitor who arrives with a plan is taken to its payment page; Back leads to the plans", {
  tag: "@full",
}, async ({ page, product, signIn }) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(`${paths.pricing}?plan=starter`);
  await page.waitForURL((url) => url.origin !== new URL(product.appUrl).origin);
  await expect(page.getByText("$29.00").first()).toBeVisible();
  await page.goBack();
  await eventually(
    async () => new URL(page.url()),
    ({ pathname, search }) => pathname === paths.pricing && search === "",
  );
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test.describe("accessible to everybody", () => {
  for (const { name, colorScheme, viewport } of LOOKS) {
    // Both pages of plans are among those of every-page.spec.
    test(name, { tag: "@full" }, async ({ page, expectAccessible }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      for (const query of ["", "?plan=elite", "?plan=platinum"]) {
        await page.goto(paths.pricing + query);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
    });
  }
});

test("on the narrowest screen the plans line by line cut no word, and each value names its plan", {
  tag: "@full",
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(paths.pricing);
  const table = page.getByRole("table", { name: "The plans compared" });
  const cut = await table.evaluate((element) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (const word of text.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word[0]);
      }
    }
    return found;
  });
  expect(cut).toEqual([]);
  const named = await table
    .locator("[data-label]")
    .first()
    .evaluate((value) => getComputedStyle(value, "::before"));
  expect(named).toMatchObject({ position: "static", content: '"No Commitment: "' });
});
