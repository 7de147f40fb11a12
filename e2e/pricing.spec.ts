import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { eventually } from "../sandbox/builders/product.ts";
import { expect, test } from "./fixtures.ts";

const PASSWORD = "password123";

/** Every line of a card as the specification has it, and where its button leads. */
const CARDS = [
  {
    name: "No Commitment",
    lines: ["$0", "pay per submission", "$25/card"],
    button: "Start Free",
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
  await signIn(page, { email: "collector@slabrelay.test", password: PASSWORD });
  let questions = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === apiPaths.membership) questions += 1;
  });
  for (const path of [paths.home, paths.pricing]) {
    questions = 0;
    await page.goto(path);
    const own = page.getByRole("link", { name: "Manage Your Plan" });
    await expect(own).toHaveCount(1);
    await expect(own).toHaveAttribute("href", "/pricing?plan=pro");
    await expect(page.getByRole("link", { name: /^Choose / })).toHaveCount(2);
    await expectAccessible(page);
    expect(questions, `questions about the plan on ${path}`).toBe(1);
  }
});

test("a visitor who arrives with a plan is asked to create an account", async ({
  page,
  expectAccessible,
}) => {
  await page.goto(`${paths.pricing}?plan=pro`);
  await expect(page.getByRole("status").filter({ hasText: "Create an account" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Create Account" })).toHaveAttribute(
    "href",
    "/signup?plan=pro",
  );
  await expect(main.getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login?plan=pro");
  await expectAccessible(page);
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

for (const [what, body, status, message] of [
  ["fails without a word", "<html>", 503, "Failed to start checkout. Please try again."],
  ["answers without an address", "{}", 200, "No checkout URL returned"],
] as const) {
  test(`a checkout that ${what} says so and can be tried again`, async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    const { email } = await product.person();
    await signIn(page, { email, password: PASSWORD });
    await page.route(`**${apiPaths.membershipCheckout}`, (route) => route.fulfill({ status, body }));
    await page.goto(`${paths.pricing}?plan=pro`);
    await expect(page.getByRole("alert").filter({ hasText: message })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(`**${apiPaths.membershipCheckout}`);
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.waitForURL((url) => url.origin !== new URL(product.appUrl).origin);
  });
}

test("a plan that does not exist is refused, the free one needs no checkout", async ({ page }) => {
  await page.goto(`${paths.pricing}?plan=platinum`);
  const refusal = page.getByRole("alert").filter({ hasText: "Invalid plan selected. Please try again." });
  await expect(refusal).toBeVisible();
  await page.goto(`${paths.pricing}?plan=free`);
  await expect(page.getByRole("heading", { name: "No Commitment" })).toBeVisible();
  await expect(refusal).toHaveCount(0);
});

test.describe("accessible to everybody", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [320, 1280]) {
      test(`${colorScheme}, ${width} px`, async ({ page, expectAccessible }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        for (const query of ["", "?plan=elite", "?plan=platinum"]) {
          await page.goto(paths.pricing + query);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await page.waitForLoadState("networkidle");
          await expectAccessible(page);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, `${query} scrolls sideways`).toBeLessThanOrEqual(0);
        }
      });
    }
  }
});
