import { business } from "../lib/base/business.ts";
import { paths } from "../lib/base/paths.ts";
import { site } from "../lib/base/site.ts";
import { FAQ } from "../lib/marketing/words.ts";
import { COLLECTOR } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";

test.describe("the landing page", () => {
  test("says what it is, what it brings, what it costs, and where to write", async ({ page }) => {
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
    for (const fact of [business.legalName, business.address, business.supportHours])
      await expect(main.locator("#contact").getByText(fact)).toBeVisible();
  });

  test("says on a telephone, too, what thirty cards cost, who grades, when they are back, what if not, who we are", {
    tag: "@full",
  }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(paths.home);
    for (const [question, answer] of [
      ["What it costs", /30 cards: \$750 in all/],
      ["Who grades", new RegExp(business.graders)],
      ["When it is back", /10-15 business days/],
      ["If it is lost", /up to \$5,000/],
      ["Who we are", new RegExp(business.legalName)],
    ] as const) {
      await expect(page.getByRole("term").filter({ hasText: question })).toBeVisible();
      await expect(page.getByRole("definition").filter({ hasText: answer }).first()).toBeVisible();
    }
    await expect(page.getByText("We counted 24 of 24 cards.")).toBeVisible();
  });

  test("leads with a number of cards to the form that has it, without a script, too", {
    tag: "@full",
  }, async ({ openBrowser }) => {
    const page = await openBrowser({ javaScriptEnabled: false });
    await page.goto(paths.home);
    const field = page.getByLabel("How many cards?");
    await field.fill("0");
    await field.press("Enter");
    expect(new URL(page.url()).pathname).toBe(paths.home);
    await field.fill("40");
    await field.press("Enter");
    await expect(page).toHaveURL(`${paths.submitPayg}&cards=40`);
    await expect(page.getByLabel("Number of cards")).toHaveValue("40");
  });

  test("says what the cards cost, and the form begins with their number and nothing else is done", {
    tag: "@full",
  }, async ({ page }) => {
    const sent: string[] = [];
    page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
    await page.goto(paths.home);
    await page.getByLabel("How many cards?").fill("34");
    await expect(page.getByRole("status")).toContainText("$850 for 34 cards at $25 a card.");
    await page.getByRole("button", { name: "Start this batch" }).click();
    await expect(page).toHaveURL(paths.submitPayg);
    const count = page.getByLabel("Number of cards");
    await expect(count).toHaveValue("34");
    await expect(page.getByRole("button", { name: "Pay $850.00" })).toBeVisible();
    await count.fill("36");
    await page.reload();
    await expect(page.getByRole("button", { name: "Pay $900.00" })).toBeVisible();
    await expect(count).toHaveValue("36");
    expect(sent).toEqual([]);
  });

  test("a member whom it leads to the dearer rate takes the number along to the membership", {
    tag: "@full",
  }, async ({ page, signIn }) => {
    await signIn(page, COLLECTOR);
    await page.goto(paths.home);
    await page.getByLabel("How many cards?").fill("3");
    await page.getByRole("button", { name: "Start this batch" }).click();
    await expect(page.getByRole("button", { name: "Pay $75.00" })).toBeVisible();
    await page.getByLabel("Number of cards").fill("4");
    // The page's script is there, and has heard of it.
    await expect(page.getByRole("button", { name: "Pay $100.00" })).toBeVisible();
    await page.getByRole("link", { name: "Use your membership" }).click();
    await expect(page).toHaveURL(paths.submit);
    await expect(page.getByRole("button", { name: "Pay $88.00" })).toBeVisible();
    await expect(page.getByLabel("Number of cards")).toHaveValue("4");
  });

  test("answers all questions by keyboard, one at a time, with and without scripts", {
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

  test("leads only to addresses that exist", { tag: "@full" }, async ({ page }) => {
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
});
