import { expect } from "playwright/test";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { aParcel } from "../../sandbox/builders/desk-day.ts";
import type { Mistakes } from "./mistakes.ts";

/** Those of somebody who is at the list of orders, and on the pages of some of them. */
export async function atOrders(mistakes: Mistakes): Promise<void> {
  const { page } = mistakes.hands;
  const field = (name: string) => page.getByRole("textbox", { name });
  await mistakes.make("ten batches of nine people returned at once", () => bulk(mistakes));
  await mistakes.make("status by hand", async () => {
    await mistakes.hands.open(staffPaths.order(mistakes.pack("plain", 1).order.id));
    await mistakes.hands.choose(page.getByLabel("Submission status"), "Grades ready");
    await mistakes.save();
    await mistakes.undoSave();
  });
  await mistakes.make("unpaid by hand", async () => {
    await mistakes.hands.open(staffPaths.order(mistakes.pack("plain", 2).order.id));
    for (const status of ["Unpaid", "Paid"]) {
      await mistakes.hands.click(page.getByRole("radio", { name: status, exact: true }));
      await mistakes.hands.fill(page.getByLabel("Reason").first(), "By hand");
      await mistakes.save();
    }
  });
  await mistakes.make("tracking on the wrong order", async () => {
    await mistakes.hands.open(staffPaths.order(mistakes.pack("plain", 3).order.id));
    await mistakes.hands.fill(field("Tracking number"), aParcel(900));
    await mistakes.save();
    await mistakes.undoSave();
  });
  await mistakes.make("tracking on the wrong order, seen later", async () => {
    const pack = mistakes.pack("plain", 4);
    await mistakes.hands.open(staffPaths.order(pack.order.id));
    await mistakes.hands.fill(field("Tracking number"), aParcel(901));
    await mistakes.save();
    await mistakes.undoLater(pack, "Changed tracking number");
  });
  await mistakes.make("note on the wrong order", async () => {
    await mistakes.hands.open(staffPaths.order(mistakes.pack("plain", 5).order.id));
    await mistakes.hands.fill(page.getByLabel("Add to the internal notes"), "Of somebody else");
    await mistakes.save();
    await mistakes.undoSave();
  });
  await mistakes.make("wrong shelf, seen later", async () => {
    const pack = mistakes.pack("plain", 6);
    await mistakes.hands.open(staffPaths.order(pack.order.id));
    await mistakes.hands.fill(field("Shelf"), "Z-99");
    await mistakes.save();
    await mistakes.undoLater(pack, "Changed shelf");
  });
}

async function bulk(mistakes: Mistakes): Promise<void> {
  const { page } = mistakes.hands;
  const { admin } = mistakes.desk;
  const { dialog } = admin;
  await admin.open({ q: mistakes.day.mark });
  await expect(page.getByLabel("Select all")).toBeEnabled();
  // Of those on the first page of the list.
  const ten = mistakes.day.packages
    .filter(({ kind }) => ["imported", "odd_id", "carrier_first", "same_box"].includes(kind))
    .slice(-10);
  for (const { name } of ten) await mistakes.hands.click(page.getByLabel(`Select ${name}`));
  await mistakes.hands.click(page.getByRole("button", { name: "Change 10 orders" }));
  await mistakes.hands.choose(dialog.getByLabel("Submission status"), "Returned to the owner");
  await mistakes.hands.fill(dialog.getByLabel("Tracking number"), aParcel(902));
  await mistakes.hands.click(dialog.getByRole("button", { name: "Review" }));
  await expect(dialog.getByText("10 never received")).toBeVisible();
  await mistakes.hands.fill(dialog.getByLabel("Reason"), "Seen at the counter");
  await mistakes.hands.click(dialog.getByRole("button", { name: "Save 10 orders" }));
  await expect(dialog.getByText("10 updated", { exact: true })).toBeVisible();
  await mistakes.undo(dialog.getByRole("button", { name: "Undo", exact: true }));
  await expect(dialog.getByText("10 taken back")).toBeVisible();
}
