import { BarcodeFormat } from "@zxing/library";
import type { Page } from "playwright/test";
import { paths } from "../lib/paths.ts";
import { expect, test } from "./fixtures.ts";
import { database, orderOfBatch } from "./support/database.ts";
import { eventually, type Product } from "./support/product.ts";
import { pageSizes, scan } from "./support/scan.ts";

/** A paid batch of a new account. */
async function aBatch(product: Product) {
  const { token, email } = await product.person();
  const opened = await product.openCheckout({ token }, 12);
  await product.pay(opened.body.sessionId);
  const order = await eventually(
    () => orderOfBatch(opened.body.batch_id),
    (row) => row?.payment_status === "paid",
  );
  return { id: order?.id ?? "", batchId: opened.body.batch_id as string, email };
}

/** Moves a batch as staff would, with a word to the customer. */
async function move(id: string, status: string, message: string) {
  await database().begin(async (tx) => {
    await tx`select private.set_actor('staff', gen_random_uuid(), ${message})`;
    await tx`update public.grading_orders set submission_status = ${status} where id = ${id}`;
  });
}

async function expectNoSidewaysScroll(page: Page) {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
}

test("a batch opens beside the dashboard, by keyboard, by its address, and closes again", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { id, batchId, email } = await aBatch(product);
  await move(id, "received", "We counted 12 of 12");
  await signIn(page, { email, password: "password123" });
  await page.goto(`${paths.dashboard}?tab=all`);
  const link = page.getByRole("link", { name: batchId });
  await link.focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: batchId });
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Close" })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`tab=all&batch=${batchId}`));
  await expect(drawer.getByRole("listitem").filter({ hasText: "Now: Received and counted" })).toBeVisible();
  await expect(drawer.getByText("We counted 12 of 12")).toBeVisible();
  await expect(drawer.getByText(/, by our receiving team$/)).toBeVisible();
  await expect(drawer.getByText("Payment received")).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\?tab=all$/);
  await expect(link).toBeFocused();

  await link.click();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();

  await page.goto(paths.batch(batchId));
  await expect(drawer).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toBeHidden();
  await expect(link).toBeFocused();

  await page.goto(paths.batch("BATCH-SOMEBODYS-ELSE"));
  await expect(page.getByText("No such batch on your dashboard")).toBeVisible();
});

test("the owner shares, ends and renews the tracking link", async ({
  page,
  browser,
  product,
  signIn,
  expectAccessible,
}) => {
  const { batchId, email } = await aBatch(product);
  await signIn(page, { email, password: "password123" });
  await page.goto(paths.batch(batchId));
  const href = await page.getByRole("link", { name: "Open tracking page" }).getAttribute("href");

  const friend = await browser.newContext({ baseURL: product.appUrl, viewport: { width: 320, height: 700 } });
  const view = await friend.newPage();
  await view.goto(href ?? "");
  await expect(view.getByRole("heading", { name: "Track a batch" })).toBeVisible();
  await expect(view.getByText(batchId)).toBeVisible();
  await expect(view.getByText(email)).toHaveCount(0);
  await expectAccessible(view);
  await expectNoSidewaysScroll(view);

  await page.getByRole("button", { name: "End link" }).click();
  await page.getByRole("button", { name: "End link" }).click();
  await expect(page.getByText("There is no working link to this batch.")).toBeVisible();
  await view.reload();
  await expect(view.getByRole("heading", { name: "This tracking link opens nothing" })).toBeVisible();
  await expectAccessible(view);

  await page.getByRole("button", { name: "Make new link" }).click();
  const fresh = page.getByRole("link", { name: "Open tracking page" });
  await expect(fresh).not.toHaveAttribute("href", href ?? "");
  await view.goto((await fresh.getAttribute("href")) ?? "");
  await expect(view.getByText(batchId)).toBeVisible();
  await friend.close();
});

/** One device pixel is then one dot of a label printer of 203 dpi. */
const LABEL_PRINTER = 203 / 96;

test("the label: both codes hold the batch ID alone, and nothing says what is inside", async ({
  page,
  browser,
  product,
  signIn,
  expectAccessible,
}) => {
  const { id, batchId, email } = await aBatch(product);
  await signIn(page, { email, password: "password123" });
  await page.goto(paths.label(id));
  const label = page.getByRole("region", { name: "Label 1 of 1" });
  await expectAccessible(page);
  expect(await label.textContent()).not.toMatch(/card|grad|slab|\$|@|Test Buyer|Main Street/i);

  const state = await page.context().storageState();
  const printer = await browser.newContext({
    baseURL: product.appUrl,
    storageState: state,
    deviceScaleFactor: LABEL_PRINTER,
    colorScheme: "dark",
  });
  const paper = await printer.newPage();
  await paper.emulateMedia({ media: "print" });
  for (const path of [paths.label(id), paths.slip(id)]) {
    await paper.goto(path);
    for (const [name, format] of [
      [`Barcode of ${batchId}`, BarcodeFormat.CODE_128],
      [`QR code of ${batchId}`, BarcodeFormat.QR_CODE],
    ] as const) {
      const read = scan(await paper.getByRole("img", { name }).screenshot());
      expect([read.getText(), read.getBarcodeFormat()]).toEqual([batchId, format]);
    }
  }
  await printer.close();

  await page.getByRole("link", { name: "One package more" }).click();
  await expect(page.getByRole("region", { name: "Label 2 of 2" })).toBeVisible();
  await page.getByRole("link", { name: "A4" }).click();
  await expect(page).toHaveURL(/size=a4&packages=2/);
  await expect(page.getByRole("region", { name: "Label 2 of 2" })).toBeVisible();
});

test("each paper has its own size, a page for each package, and only the paper is printed", async ({
  page,
  product,
  signIn,
}) => {
  const { id, email } = await aBatch(product);
  await signIn(page, { email, password: "password123" });
  const sizes = { "4x6": [288, 432], letter: [612, 792], a4: [595, 842] } as const;
  for (const [size, points] of Object.entries(sizes)) {
    await page.goto(`${paths.label(id)}?size=${size}&packages=3`);
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([points, points, points]);
    await page.goto(`${paths.slip(id)}?size=${size}`);
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([points]);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Packing slip" })).toBeVisible();
});

test("the slip says all that the note must say, also with long names on a small screen", async ({
  page,
  product,
  signIn,
  expectAccessible,
}) => {
  const { id, batchId, email } = await aBatch(product);
  const long = {
    full_name: "Maximiliana ".repeat(10).trim(),
    address_line1: "W".repeat(200),
    city: "Llanfair".repeat(15),
  };
  await database()`update public.grading_orders set return_address = ${database().json(long)},
    notes = ${"A word. ".repeat(250)} where id = ${id}`;
  await signIn(page, { email, password: "password123" });
  await page.setViewportSize({ width: 320, height: 700 });
  for (const size of ["4x6", "letter", "a4"]) {
    await page.goto(`${paths.slip(id)}?size=${size}`);
    const slip = page.getByRole("region", { name: "Packing slip" });
    for (const text of [long.full_name, email, batchId, "$300.00", "12 cards", long.address_line1]) {
      await expect(slip.getByText(text).first()).toBeVisible();
    }
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
});

test("a guest prints from the confirmation; somebody with its mere link cannot", async ({
  page,
  browser,
  product,
}) => {
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: "casey@example.com" });
  const url = `${paths.confirmation}?mode=payg&session_id=${opened.body.sessionId}`;
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Print|Track/ })).toHaveCount(0);

  const own = await browser.newContext({ baseURL: product.appUrl });
  const [name = "", value = ""] = opened.cookie.split("=");
  await own.addCookies([{ name, value, url: product.appUrl }]);
  const guest = await own.newPage();
  await guest.goto(url);
  await guest.getByRole("link", { name: "Print label" }).click();
  await expect(guest.getByRole("heading", { name: "Package label" })).toBeVisible();
  await guest.getByRole("link", { name: "Packing slip" }).click();
  await expect(guest.getByText("casey@example.com")).toBeVisible();
  await own.close();
});

test("a guest ends and renews the tracking link on the confirmation; somebody with its mere link cannot", async ({
  page,
  browser,
  product,
  expectAccessible,
}) => {
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email: "casey@example.com" });
  const url = `${paths.confirmation}?mode=payg&session_id=${opened.body.sessionId}`;
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await expect(page.getByText(/tracking link/i)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /link/ })).toHaveCount(0);

  const own = await browser.newContext({ baseURL: product.appUrl, viewport: { width: 320, height: 700 } });
  const [name = "", value = ""] = opened.cookie.split("=");
  await own.addCookies([{ name, value, url: product.appUrl }]);
  const guest = await own.newPage();
  await guest.goto(url);
  const link = guest.getByRole("link", { name: "Open tracking page" });
  const first = (await link.getAttribute("href")) ?? "";
  await page.goto(first);
  await expect(page.getByRole("heading", { name: "Track a batch" })).toBeVisible();

  await guest.getByRole("button", { name: "End link" }).click();
  await guest.getByRole("button", { name: "End link" }).click();
  await expect(guest.getByText("There is no working link to this batch.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "This tracking link opens nothing" })).toBeVisible();

  await guest.reload();
  await guest.getByRole("button", { name: "Make new link" }).click();
  await expect(link).not.toHaveAttribute("href", first);
  await page.goto((await link.getAttribute("href")) ?? "");
  await expect(page.getByText(opened.body.batch_id)).toBeVisible();

  const second = (await link.getAttribute("href")) ?? "";
  await guest.getByRole("button", { name: "New link" }).click();
  await guest.getByRole("button", { name: "Make new link" }).click();
  await expect(link).not.toHaveAttribute("href", second);
  await page.goto(second);
  await expect(page.getByRole("heading", { name: "This tracking link opens nothing" })).toBeVisible();
  await expectAccessible(guest);
  await expectNoSidewaysScroll(guest);
  await own.close();
});
