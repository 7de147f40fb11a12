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

test("a member's own plan is marked, and only that one", async ({ page, signIn, expectAccessible }) => {
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

test("a signed-in visitor who arrives with a plan is taken to its payment page; Back leads to the plans", async ({
  page,
  product,
  signIn,
}) => {
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
    test(name, { tag: "@hard" }, async ({ page, expectAccessible }) => {
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
