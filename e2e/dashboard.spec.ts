import { paths } from "../lib/base/paths.ts";
import { COLLECTOR, PASSWORD } from "../sandbox/builders/person.ts";
import { addOrders, addProfile } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

const MANY = 76;

test("many submissions are paged, newest first, both ways", { tag: "@full" }, async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const person = await product.person();
  await addOrders(database(), person, MANY);
  await signIn(page, { email: person.email, password: PASSWORD });
  await page.goto(paths.dashboard);
  await expect(page.getByRole("row")).toHaveCount(6);
  await expect(page.getByRole("definition").first()).toHaveText(MANY.toLocaleString("en-US"));
  const batches = page.getByRole("rowheader", { name: /^BATCH-/ });
  await page.getByRole("link", { name: "All Submissions" }).click();
  await expect(page.getByRole("row")).toHaveCount(26);
  await expect(batches.first()).toHaveText(/-0001$/);
  await expect(page.getByRole("link", { name: "Newer" })).toHaveCount(0);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(batches.first()).toHaveText(/-0026$/);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(batches.first()).toHaveText(/-0051$/);
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(batches.first()).toHaveText(/-0026$/);
  await expect(batches.last()).toHaveText(/-0050$/);
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(batches.first()).toHaveText(/-0001$/);
  await expect(page.getByRole("link", { name: "Newer" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`${paths.dashboard}?tab=all&after=2001-01-01T00:00:00Z&id=${person.userId}`);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(batches.first()).toHaveText(/-0001$/);
  await page.goto(`${paths.dashboard}?tab=all&after=nonsense&before=x&id=x`);
  await expect(page.getByRole("row")).toHaveCount(26);
});

test("every step has its words, the tiles add up, and long texts fit a narrow screen", {
  tag: "@full",
}, async ({ page, product, signIn, expectAccessible }) => {
  const steps = {
    pending: "Waiting for your cards",
    received: "Received and counted",
    processing: "Being prepared",
    shipped: "Shipped to grader",
    grading: "At the grader",
    graded: "Grades ready",
    completed: "On its way back",
    delivered: "Returned to you",
  };
  const person = await product.person();
  for (const status of Object.keys(steps)) {
    await addOrders(database(), person, 1, {
      num_cards: 1,
      submission_status: status,
      tracking_number: "1Z".repeat(30),
    });
  }
  await signIn(page, { email: person.email, password: PASSWORD });
  await page.goto(`${paths.dashboard}?tab=all`);
  for (const words of Object.values(steps))
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  const tile = (name: string) => page.locator("dl > div", { hasText: name }).getByRole("definition").first();
  await expect(tile("Total Submissions")).toHaveText("8");
  await expect(tile("Awaited")).toHaveText("2");
  await expect(tile("Currently Grading")).toHaveText("3");
  await expect(tile("Graded Cards")).toHaveText("3");
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("a batch that is back has no step left, and its number leads to the parcel service", {
  tag: "@full",
}, async ({ page, signIn, expectAccessible }) => {
  await signIn(page, COLLECTOR);
  await page.goto(paths.dashboard);
  await page.getByRole("link", { name: "All 20 submissions" }).click();
  await expect(page.getByRole("link", { name: "1Z999AA10198765432 (look it up at UPS)" })).toHaveAttribute(
    "href",
    "https://www.ups.com/track?tracknum=1Z999AA10198765432",
  );
  await page.getByRole("link", { name: "BATCH-3N622LURA-K3PN" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("Done:")).toHaveCount(8);
  await expect(drawer.getByText("Now:")).toHaveCount(0);
  await expect(drawer.getByText("Your cards are back with you.")).toBeVisible();
  await expect(drawer.getByRole("link", { name: /look it up at USPS/ })).toBeVisible();
  await expectAccessible(page);
});

test("the profile's banner stays until the profile is complete", { tag: "@full" }, async ({
  page,
  product,
  signIn,
}) => {
  const { email, userId } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.dashboard);
  await expect(page.getByText("Complete Your Profile")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to profile" })).toHaveAttribute("href", paths.profile);
  await addProfile(database(), userId);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("No submissions yet")).toBeVisible();
  await expect(page.getByText("Complete Your Profile")).toHaveCount(0);
  // What Refresh adds to the address does not stay there.
  await expect(page).toHaveURL(new RegExp(`${paths.dashboard}$`));
});

test("Refresh after the session has ended asks to log in, and leads back", { tag: "@full" }, async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.dashboard);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("heading", { name: "Error Loading Dashboard" })).toBeVisible();
  await expect(page.getByText("Please log in to view your submissions")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Try Again" }).click();
  await page.waitForURL(/\/login\?next=%2Fdashboard/);
});

test("the success message goes after ten seconds; a dashboard older than the payment loads anew", {
  tag: "@full",
}, async ({ page, product, signIn }) => {
  const person = await product.person();
  await addOrders(database(), person, 1);
  await signIn(page, { email: person.email, password: PASSWORD });
  await page.clock.install();
  await page.goto(paths.dashboard);
  const done = (batchId: string) =>
    page.evaluate((id) => {
      sessionStorage.setItem("submission_completed", "true");
      sessionStorage.setItem("new_submission_batch", id);
      sessionStorage.setItem("force_dashboard_refresh", "true");
    }, batchId);
  const batchId =
    (await page
      .getByRole("rowheader", { name: /^BATCH-/ })
      .getByRole("link")
      .first()
      .textContent()) ?? "";
  await done(batchId);
  // As the browser does when it shows the page out of its memory again.
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  const message = page.getByText(`Your submission ${batchId} is paid and on your dashboard.`);
  await expect(message).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(message).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem("force_dashboard_refresh"))).toBeNull();
  // Paid as a guest, before this account was there.
  await done("BATCH-ABCDEFGH-2345");
  await page.reload();
  await expect(
    page.getByText(/^Your submission BATCH-ABCDEFGH-2345 is paid. It isn't in this account yet/),
  ).toBeVisible();
});

test("reads without a script", { tag: "@full" }, async ({ page, openBrowser, product, signIn }) => {
  const person = await product.person();
  await addOrders(database(), person, 25);
  await signIn(page, { email: person.email, password: PASSWORD });
  const storageState = await page.context().storageState();
  const reader = await openBrowser({ javaScriptEnabled: false, storageState });
  await reader.goto(paths.dashboard);
  await expect(reader.getByRole("row")).toHaveCount(6);
  await reader.getByRole("link", { name: "All Submissions" }).click();
  await expect(reader.getByRole("row")).toHaveCount(26);
  await reader.getByRole("button", { name: "Refresh" }).click();
  await expect(reader.getByRole("row")).toHaveCount(26);
  await reader.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(reader.getByRole("dialog").getByRole("heading", { name: /^BATCH-/ })).toBeVisible();
  await reader.goto(paths.submit);
  await expect(reader.getByRole("row")).toHaveCount(11);
});

test("batches that have not arrived have label and slip in their row, the others in the drawer", {
  tag: "@full",
}, async ({ page, product, signIn }) => {
  const person = await product.person();
  await addOrders(database(), person, 1);
  await addOrders(database(), person, 1, { submission_status: "received" });
  await signIn(page, { email: person.email, password: PASSWORD });
  for (const address of [paths.dashboard, `${paths.dashboard}?tab=all`]) {
    await page.goto(address);
    const waiting = page.getByRole("row", { name: "Waiting for your cards" });
    await expect(waiting.getByRole("link", { name: /^Print slip of BATCH-/ })).toBeVisible();
    await expect(page.getByRole("row").getByRole("link", { name: /^Print / })).toHaveCount(2);
    await expect(page.getByText(/^Ship your 10 cards: BATCH-/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Print label", exact: true })).toBeVisible();
  }
  await page.getByRole("link", { name: /^Print label of BATCH-/ }).click();
  await expect(page.getByRole("heading", { name: "Package label" })).toBeVisible();
  await page.goto(paths.dashboard);
  await page.getByRole("row", { name: "Received and counted" }).getByRole("link").click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("heading", { name: "Received and counted" })).toBeVisible();
  await expect(drawer.getByText("Step 2 of 8")).toBeAttached();
  // Its package is here: nothing is to be printed for it any more.
  await expect(drawer.getByRole("link", { name: /^Print/ })).toHaveCount(0);
});

test("where the table is scrolled sideways, what is out of sight makes no row higher", {
  tag: "@full",
}, async ({ page, product, signIn }) => {
  const person = await product.person();
  await addProfile(database(), person.userId);
  await addOrders(database(), person, 2, { submission_status: "grading", fulfillment_status: "grading" });
  await page.setViewportSize({ width: 700, height: 800 });
  await signIn(page, { email: person.email, password: PASSWORD });
  await page.goto(paths.dashboard);
  const row = await page.getByRole("row").last().boundingBox();
  expect(row?.height).toBeLessThan(70);
});
