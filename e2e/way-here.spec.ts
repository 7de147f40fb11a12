import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { payForBatch } from "../sandbox/builders/product.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { BatchOwner } from "./support/batch-owner.ts";

const sql = database();

test("a guest says that it is shipped, follows it, and says that it was delivered; staff see it", {
  tag: "@full",
}, async ({ product, openBrowser, admin: { page: staff }, expectAccessible }) => {
  const { page: guest, id, batchId, path } = await BatchOwner.guest({ product, openBrowser });
  await guest.setViewportSize({ width: 390, height: 844 });
  const number = `9400${String(Date.now()).padStart(18, "1")}`;

  await guest.getByRole("button", { name: "I have shipped it" }).click();
  await guest.getByRole("button", { name: "Save" }).click();
  await expect(guest.getByText("Please choose the carrier.")).toBeVisible();
  await guest.getByLabel("Tracking number").fill("on the truck");
  await guest.getByLabel("Carrier").selectOption("UPS");
  await guest.getByRole("button", { name: "Save" }).click();
  await expect(guest.getByText("This does not look like a tracking number.")).toBeVisible();
  await guest.getByLabel("Carrier").selectOption("USPS");
  await guest.getByLabel("Tracking number").fill(number);
  await expectAccessible(guest);
  await guest.getByRole("button", { name: "Save" }).click();
  await expect(guest.getByRole("link", { name: number })).toHaveAttribute(
    "href",
    `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  );

  const anybody = await openBrowser({});
  await anybody.goto(path);
  await expect(anybody.getByText(`with USPS (${number})`)).toBeVisible();
  await anybody.getByRole("button", { name: "It was delivered" }).click();
  await anybody.getByRole("button", { name: "Save" }).click();
  await expect(anybody.getByText(/^If it is not checked in by /)).toBeVisible();
  await expectAccessible(anybody);
  await anybody.getByRole("button", { name: "It was not delivered" }).click();
  await expect(anybody.getByRole("button", { name: "It was delivered" })).toBeVisible();

  await staff.goto(staffPaths.order(id));
  await expect(staff.getByText("Customer says shipped")).toBeVisible();
  const desk = new DeskPage(staff);
  await desk.open();
  await desk.scan(number);
  await expect(staff.getByText(batchId.slice(-4)).first()).toBeVisible();
  await expect(staff.getByText("Customer says shipped")).toBeVisible();
});

test("a member corrects and takes it back in the drawer", { tag: "@full" }, async ({
  page,
  product,
  signIn,
}) => {
  const { token, email } = await product.person();
  const { batchId } = await payForBatch(product, sql, { token });
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.batch(batchId));
  await page.getByRole("button", { name: "I have shipped it" }).click();
  await page.getByLabel("Tracking number").fill("1Z999AA10123456784");
  await expect(page.getByLabel("Carrier")).toHaveValue("ups");
  page.once("dialog", (question) => question.dismiss());
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Tracking number")).toHaveValue("1Z999AA10123456784");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByLabel("Tracking number").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("None given")).toBeVisible();
  await page.getByRole("button", { name: "I have not shipped it yet" }).click();
  await expect(page.getByRole("button", { name: "I have shipped it" })).toBeVisible();
  await expect(page.getByText("Corrected: not shipped to us yet")).toBeVisible();
});
