import { randomBytes } from "node:crypto";
import { business } from "../lib/base/business.ts";
import { paths } from "../lib/base/paths.ts";
import { site } from "../lib/base/site.ts";
import { FAQ } from "../lib/marketing/messages.ts";
import { SAMPLE_BATCH_ID } from "../lib/orders/tracking/sample-batch.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { waitUntil } from "../sandbox/builders/product.ts";
import { addOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";

test("shows the benefits, the facts and the contact in at most 450 words", async ({ page }) => {
  await page.goto(paths.home);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  const main = page.getByRole("main");
  for (const benefit of ["Fast submissions", "an authorized dealer", "Bulk pricing", "insured shipping"])
    await expect(main.getByText(benefit).first()).toBeVisible();
  await expect(main.getByText("10-15 business days").first()).toBeVisible();
  await expect(main.getByRole("link", { name: site.contactEmail })).toHaveAttribute(
    "href",
    `mailto:${site.contactEmail}`,
  );
  await expect(main.locator("details")).toHaveCount(FAQ.length);
  await expect(main.locator("#contact").getByText(business.supportHours)).toBeVisible();
  for (const fact of [business.legalName, business.address])
    await expect(page.getByRole("contentinfo").getByText(fact)).toBeVisible();
  await expect(main.locator(".button:not(.button-secondary)")).toHaveText("Start this batch");
  const words = (await main.allInnerTexts()).join(" ").split(/\s+/);
  expect(words.length).toBeLessThanOrEqual(450);
});

test("opens one question at a time by keyboard, without JavaScript", {
  tag: "@full",
}, async ({ openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(paths.home);
  await page.locator("summary").first().focus();
  for (const [index, { question, answer }] of FAQ.entries()) {
    await expect(page.locator("summary").nth(index)).toBeFocused();
    await page.keyboard.press(index % 2 === 0 ? "Enter" : "Space");
    await expect(page.getByText(answer)).toBeVisible();
    await expect(page.locator("details[open]")).toHaveCount(1);
    await expect(page.locator("details[open] summary")).toHaveText(question);
    await page.keyboard.press("Tab");
  }
});

test("links only to pages and anchors that exist", { tag: "@full" }, async ({ page }) => {
  await page.goto(paths.home);
  const hrefs = await page
    .locator("a[href]:visible")
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href") ?? ""))]);
  expect(hrefs.length).toBeGreaterThan(8);
  for (const href of hrefs.filter((href) => !href.startsWith("mailto:"))) {
    const [path = "", anchor] = href.split("#");
    const answer = await page.request.get(path || paths.home, { maxRedirects: 0 });
    expect(answer.status(), href).toBe(200);
    if (anchor) await expect(page.locator(`[id="${anchor}"]`), href).toHaveCount(1);
  }
});

const CARDS = [
  {
    name: "No Commitment",
    lines: ["$0", "pay per submission", "$25/card"],
    button: "Start a batch",
    visitor: "/login?next=/submit&plan=free",
    person: "/submit?plan=free",
  },
  {
    name: "Casual Collector",
    lines: ["$29", "/month", "$25/card", "Up to 100 cards/month", "Free return shipping and insurance"],
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

for (const [path, details] of [
  [paths.home, { tag: "@full" }],
  [paths.pricing, {}],
] as const) {
  test(
    `shows the four plans on ${path} and links each button`,
    details,
    async ({ page, product, signIn }) => {
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
      }
    },
  );
}

test("takes a logged-in user with a plan in the URL to checkout and back", {
  tag: "@full",
}, async ({ page, product, signIn }) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(`${paths.pricing}?plan=starter`);
  await page.waitForURL((url) => url.origin !== new URL(product.appUrl).origin);
  await expect(page.getByText("$29.00").first()).toBeVisible();
  await page.goBack();
  await waitUntil(
    async () => new URL(page.url()),
    ({ pathname, search }) => pathname === paths.pricing && search === "",
  );
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

/** Shown on a batch's own page, not on the public sample. */
const LINK_ADVICE = "Share this link only with people you trust";

/** Adds a guest's batch at the grader and returns its tracking path. */
async function aTrackedBatch(): Promise<string> {
  const { id } = await addOrder(database(), { submission_status: "grading", received_count: 10 });
  const token = randomBytes(32).toString("base64url");
  await database()`insert into tracking_links (order_id, token_hash)
    values (${id}, encode(sha256(convert_to(${token}, 'UTF8')), 'hex'))`;
  return paths.track(token);
}

test("opens the sample batch from the landing page, marked as a sample", {
  tag: "@full",
}, async ({ page }) => {
  await page.goto(paths.home);
  await page.getByRole("link", { name: "See a sample batch" }).click();
  await expect(page).toHaveURL(paths.trackSample);
  const main = page.getByRole("main");
  await expect(main.getByText("Sample batch.")).toBeVisible();
  await expect(main).toContainText(SAMPLE_BATCH_ID);
  await expect(main.getByRole("heading", { level: 1, name: "Delivered" })).toBeVisible();
  await expect(main.getByText("30 of 30 cards")).toBeVisible();
  await expect(main.getByText(LINK_ADVICE)).toHaveCount(0);
  // The sample doesn't ask for a decision.
  await expect(main.getByRole("button")).toHaveCount(0);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await main.getByRole("link", { name: "Submit a batch" }).click();
  await expect(page).toHaveURL(paths.submitPayg);
  await page.goto(await aTrackedBatch());
  await expect(main.getByText(LINK_ADVICE)).toBeVisible();
});
