import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { aHeicFile, aPhotoFile } from "../sandbox/builders/photo-files.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";

const PHONE = { width: 390, height: 844 };

test("takes photos at the desk and shows them to the customer", { tag: "@full" }, async ({
  admin,
  page,
  product,
  signIn,
  openBrowser,
  expectAccessible,
}) => {
  test.slow();
  const owner = await product.person();
  const { id, batchId } = await payForBatch(product, database(), { token: owner.token });
  const file = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await aPhotoFile() };
  const thumbnails = page.getByRole("list", { name: "Photos" }).getByRole("listitem");

  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan(batchId);
  await expect(desk.counted).toBeFocused();
  await expect(page.getByText("No photos yet.")).toBeVisible();
  await page.getByLabel("Choose files").setInputFiles([file, { ...file, name: "IMG_0002.jpg" }]);
  await expect(thumbnails).toHaveCount(2);
  await expect(page.getByText("4 left")).toBeVisible();
  await page.getByLabel("Choose files").setInputFiles({
    name: "IMG_0003.HEIC",
    mimeType: "image/heic",
    buffer: aHeicFile(),
  });
  const refused = page.getByRole("list", { name: "Uploads" }).getByRole("listitem");
  await expect(refused).toContainText(["IMG_0003.HEIC"]);
  await expect(refused.getByRole("alert")).toContainText("HEIC");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.getByLabel("Photo of").selectOption("A card");
  await page.getByLabel("Show to customer", { exact: true }).uncheck();
  await page.getByLabel("Take photo").setInputFiles(file);
  await expect(thumbnails).toHaveCount(3);
  await page.getByRole("button", { name: "Remove: Opened box, photo 2 of 3" }).click();
  await page.getByRole("button", { name: "Remove photo" }).click();
  await expect(thumbnails).toHaveCount(2);
  const first = page.getByRole("checkbox", { name: /Opened box, photo 1 of 2/ });
  await expect(first).toBeChecked();

  await desk.counted.focus();
  await desk.count(2);
  await page.keyboard.press("Enter");
  await desk.expectResult(`${batchId}: counted 2 of 2`);
  await page.getByText(`Photos of ${batchId}`).click();
  await expect(thumbnails).toHaveCount(2);

  await page.goto(staffPaths.order(id));
  await admin.openForm("Photos");
  await page.getByRole("button", { name: "Remove: A card, photo 2 of 2" }).click();
  await expectAccessible(page);
  await page
    .getByRole("dialog", { name: "Remove this photo?" })
    .getByRole("button", { name: "Remove photo" })
    .click();
  await expect(thumbnails).toHaveCount(1);
  await page.setViewportSize(PHONE);
  await admin.expectNoSidewaysScroll();

  const theirs = await openBrowser();
  await signIn(theirs, { email: owner.email, password: PASSWORD });
  await theirs.goto(paths.batch(batchId));
  const drawer = theirs.getByRole("dialog", { name: batchId });
  const picture = drawer.getByRole("img", { name: "Opened box, photo 1 of 1, view full size" });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(320);
  await expectAccessible(theirs);
  const [large] = await Promise.all([theirs.waitForEvent("popup"), picture.click()]);
  await expect.poll(() => large.evaluate(() => document.images[0]?.naturalHeight)).toBe(1200);
  await large.close();
  await drawer.getByRole("link", { name: "Custody receipt" }).click();
  const receipt = theirs.getByRole("region", { name: "Custody receipt" });
  await expect(receipt).toContainText(batchId);
  await expect(receipt).toContainText("2 cards");
  await expect(receipt.getByRole("img", { name: "Opened box, photo 1 of 1" })).toBeVisible();
  await expectAccessible(theirs);
  await theirs.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(theirs);
});
