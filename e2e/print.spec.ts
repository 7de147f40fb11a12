import { BarcodeFormat } from "@zxing/library";
import { paths } from "../lib/base/paths.ts";
import { anEmail } from "../sandbox/builders/ids.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { ConfirmationPage } from "./pages/confirmation.page.ts";
import { Keyboard } from "./support/keyboard.ts";
import { pageSizes, scan } from "./support/scan.ts";

/** Printer dots per CSS pixel for each paper size. */
const PRINTERS = { "4x6": 203 / 96, letter: 300 / 96 } as const;

test("encodes only the batch ID in both codes and prints nothing about the contents", {
  tag: "@full",
}, async ({ page, openBrowser, product, signIn, expectAccessible }) => {
  const { token, email } = await product.person();
  const { id, batchId } = await payForBatch(product, database(), { token }, { cards: 12 });
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.label(id));
  const label = page.getByRole("region", { name: "Label 1 of 1" });
  await expectAccessible(page);
  expect(await label.textContent()).not.toMatch(/card|grad|slab|\$|@|Test Buyer|Main Street/i);

  const state = await page.context().storageState();
  for (const [size, deviceScaleFactor] of Object.entries(PRINTERS)) {
    const paper = await openBrowser({ storageState: state, deviceScaleFactor, colorScheme: "dark" });
    await paper.emulateMedia({ media: "print" });
    for (const path of [paths.label(id), paths.slip(id)]) {
      await paper.goto(`${path}?size=${size}`);
      for (const [name, format] of [
        [`Barcode for ${batchId}`, BarcodeFormat.CODE_128],
        [`QR code for ${batchId}`, BarcodeFormat.QR_CODE],
      ] as const) {
        const read = scan(await paper.getByRole("img", { name }).screenshot());
        expect([read.getText(), read.getBarcodeFormat()]).toEqual([batchId, format]);
      }
    }
  }

  await page.getByRole("link", { name: "Add a package" }).click();
  await expect(page.getByRole("region", { name: "Label 2 of 2" })).toBeVisible();
  await page.getByRole("link", { name: "A4" }).click();
  await expect(page).toHaveURL(/size=a4&packages=2/);
  await expect(page.getByRole("region", { name: "Label 2 of 2" })).toBeVisible();
});

test("prints one page per package and one for the slip in each paper size", {
  tag: "@full",
}, async ({ page, product, signIn }) => {
  const { token, email } = await product.person();
  const { id } = await payForBatch(product, database(), { token }, { cards: 12 });
  await signIn(page, { email, password: PASSWORD });
  const sizes = { "4x6": [288, 432], letter: [612, 792], a4: [595, 842] } as const;
  for (const [size, points] of Object.entries(sizes)) {
    await page.goto(`${paths.label(id)}?size=${size}&packages=3`);
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([points, points, points]);
    await page.goto(`${paths.slip(id)}?size=${size}`);
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([points]);
    await page.goto(`${paths.labelAndSlip(id)}&size=${size}&packages=2`);
    expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([points, points, points]);
  }
  await page.goto(paths.labelAndSlip(id));
  expect(pageSizes(await page.pdf({ preferCSSPageSize: true }))).toEqual([sizes.letter, sizes.letter]);
  await expect(page.getByRole("heading", { name: "Box label. Not postage." })).toBeVisible();
  await expect(page.getByRole("region", { name: "Label 1 of 1" })).toContainText("Box label. Not postage.");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Packing slip" })).toBeVisible();
});

test("pays as a guest and prints the label by keyboard alone", { tag: "@full" }, async ({ page }) => {
  const keyboard = new Keyboard(page);
  await page.goto(paths.login);
  await keyboard.press(page.getByRole("main").getByRole("link", { name: /pay.as.you.go/i }));
  await expect(page).toHaveURL(/mode=payg/);
  await keyboard.type(page.getByLabel("Number of cards"), "3");
  await expect(page.getByText("3 cards × $25.00")).toBeVisible();
  await page.keyboard.press("Enter");

  await page.waitForURL(/\/c\/pay\//);
  await page.getByRole("button", { name: /^Pay/ }).waitFor();
  for (const [label, text] of [
    ["Email", anEmail()],
    ["Full name", "Casey Collector"],
    ["Address line 1", "77 Sunset Strip"],
    ["City", "Austin"],
    ["State", "TX"],
    ["ZIP", "78701"],
    ["Card number", "4242424242424242"],
    ["MM / YY", "1234"],
    ["CVC", "123"],
    ["Cardholder name", "Casey Collector"],
  ] as const)
    await keyboard.type(page.getByLabel(label), text);
  await page.keyboard.press("Enter");

  await new ConfirmationPage(page).expectPaid();
  await expect(page.getByText("$75.00").first()).toBeVisible();
  await keyboard.press(page.getByRole("link", { name: "Print box label and packing slip" }));
  await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}\/label/);
  await expect(page.getByText(/^BATCH-/).first()).toBeVisible();
  await keyboard.tabTo(page.getByRole("button", { name: /^Print/ }));
});
