import type { Page } from "playwright/test";
import { apiPaths } from "../lib/base/api-paths.ts";
import { paths } from "../lib/base/paths.ts";
import { anEmail } from "../sandbox/builders/ids.ts";
import { mailsTo } from "../sandbox/builders/mailbox.ts";
import { eventually, payForBatch } from "../sandbox/builders/product.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

const LOST = "Lost the link to your batch?";
const form = (page: Page) => page.getByRole("form", { name: "Find your batch" });
const send = (page: Page) => form(page).getByRole("button", { name: "Mail me the link" });
const answer = (page: Page) =>
  page.getByRole("status").filter({ hasText: "If it matches, we have emailed the link." });

async function ask(page: Page, email: string, batch: string): Promise<void> {
  await form(page).getByLabel("Email").fill(email);
  await form(page).getByLabel("Batch ID").fill(batch);
  await send(page).click();
}

test("a guest who has lost the tab finds the batch again, from the landing page by keyboard alone", async ({
  page,
  product,
  expectAccessible,
}) => {
  const email = anEmail();
  const { batchId } = await payForBatch(product, database(), {}, { email });
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(paths.home);
  await page.getByRole("link", { name: LOST }).focus();
  await page.keyboard.press("Enter");
  await expect(form(page).getByLabel("Email")).toBeFocused();
  await expect(send(page)).toBeEnabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.type(email.toUpperCase());
  await page.keyboard.press("Tab");
  await page.keyboard.type(batchId.slice("BATCH-".length).toLowerCase().replace("-", " "));
  await page.keyboard.press("Enter");
  await expect(answer(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(paths.home);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const mails = await eventually(
    () => mailsTo(email),
    (all) => all.some(({ subject }) => subject === `Your tracking link (${batchId})`),
  );
  const found = mails.find(({ subject }) => subject.startsWith("Your tracking link"));
  const link = /http\S+\/track\/[\w-]{43}/.exec(found?.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Waiting for your cards" })).toBeVisible();
  await expect(page.getByText(batchId)).toBeVisible();
});

test("from the log-in: what is wrong stands at its field, and a batch that is not there gets the same answer", {
  tag: "@full",
}, async ({ page, expectAccessible }) => {
  await page.goto(paths.login);
  await page.getByRole("link", { name: "Find your batch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Find your batch" })).toBeVisible();
  await expect(page.getByText("On your receipt email, starting with BATCH-")).toBeVisible();
  await expect(send(page)).toBeEnabled();
  const [email, batch] = [form(page).getByLabel("Email"), form(page).getByLabel("Batch ID")];
  await ask(page, "", "");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Please enter the email address that you paid with\./);
  await ask(page, anEmail(), "last week's");
  await expect(batch).toBeFocused();
  await expect(batch).toHaveAccessibleDescription(
    /This is no batch ID\. It looks like BATCH-3NA5SDF59-7F3K\./,
  );
  await expect(email).not.toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await ask(page, anEmail(), "BATCH-NOSUCHONE-2345");
  await expect(answer(page)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Look again" }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveValue("");
});

test("too many tries and no answer are said, and what was typed stays", { tag: "@full" }, async ({
  page,
}) => {
  await page.goto(paths.findBatch);
  await expect(send(page)).toBeEnabled();
  const address = anEmail();
  const problem = (text: string) => page.getByRole("alert").filter({ hasText: text });
  const error = "Too many requests. Please wait a moment and try again.";
  await page.route(`**${apiPaths.findBatch}`, (route) =>
    route.fulfill({ status: 429, json: { error, code: "rate_limited" } }),
  );
  await ask(page, address, "MGX2K9QW-7F3K");
  await expect(problem(error)).toBeVisible();
  await page.unroute(`**${apiPaths.findBatch}`);
  await page.route(`**${apiPaths.findBatch}`, (route) => route.fulfill({ status: 503, body: "<html>" }));
  await send(page).click();
  await expect(problem("An unexpected error occurred. Please try again.")).toBeVisible();
  await expect(form(page).getByLabel("Email")).toHaveValue(address);
  await page.unroute(`**${apiPaths.findBatch}`);
  await send(page).click();
  await expect(answer(page)).toBeVisible();
});

test("a tracking link that opens nothing offers to find the batch", { tag: "@full" }, async ({ page }) => {
  await page.goto(paths.track("x".repeat(43)));
  await expect(page.getByRole("heading", { name: "This tracking link does not work" })).toBeVisible();
  await expect(send(page)).toBeEnabled();
  await ask(page, anEmail(), "MGX2K9QW7F3K");
  await expect(answer(page)).toBeVisible();
});

test("without scripts the landing page leads to the form, which says that it needs them", {
  tag: "@full",
}, async ({ openBrowser }) => {
  const page = await openBrowser({ javaScriptEnabled: false });
  await page.goto(paths.home);
  await page.getByRole("link", { name: LOST }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.findBatch.replace("?", "\\?")}$`));
  expect(await page.content()).toContain("Please switch on JavaScript");
  await expect(send(page)).toBeDisabled();
});

test("where the form does not arrive, the link is followed", { tag: "@full" }, async ({ page }) => {
  await page.goto(paths.home);
  await page.waitForLoadState("networkidle");
  const isHome = () => new URL(page.url()).pathname === paths.home;
  await page.route("**/_next/static/chunks/**", (route) =>
    isHome() ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.getByRole("link", { name: LOST }).click();
  await expect(page).toHaveURL(/\/login\?view=find$/);
  await expect(send(page)).toBeEnabled();
});
