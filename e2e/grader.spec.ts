import { readFileSync } from "node:fs";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { addReceived } from "../sandbox/builders/grader-shipment.ts";
import { storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { Keyboard } from "./support/keyboard.ts";

test.describe("grader shipments", () => {
  /** Received before the orders of all other tests, so that it's on the first page of ready batches. */
  const longAgo = () => ({ received_at: new Date(Date.now() - 3_000 * 86_400_000) });

  test("processes a shipment by keyboard from the first scan to the returned cards, with an undo", async ({
    admin,
    page,
    expectAccessible,
  }) => {
    test.setTimeout(120_000);
    const [first, second] = [await addReceived(database()), await addReceived(database())];
    const unpaid = await addReceived(database(), { payment_status: "unpaid" });
    const keyboard = new Keyboard(page);

    await page.goto(staffPaths.grader);
    await expect(page.getByRole("heading", { level: 1, name: /ready/ })).toBeVisible();
    await expectAccessible(page);
    await keyboard.type(page.getByLabel("Grading company"), "PSA");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: /^Shipment \d+$/ })).toBeVisible();

    // Types like a scanner, one batch after the other, in the field that keeps the focus.
    const scan = page.getByLabel("Batch ID");
    await expect(scan).toBeFocused();
    for (const { batch_id } of [first, second]) {
      await page.keyboard.type(batch_id.replace("BATCH-", "").toLowerCase());
      await page.keyboard.press("Enter");
      await expect(page.getByText(`${batch_id}: Added, 10 cards`)).toBeVisible();
      await expect(scan).toBeFocused();
    }
    for (const [code, words] of [
      [first.batch_id, `${first.batch_id}: Already in this shipment`],
      [unpaid.batch_id, `${unpaid.batch_id}: Not added. It isn't paid for, or it was refunded.`],
      ["NO-SUCH-BATCH", "No batch has this ID. Check the label and scan again."],
    ] as const) {
      await page.keyboard.type(code);
      await page.keyboard.press("Enter");
      await expect(page.getByText(words)).toBeVisible();
    }
    await expectAccessible(page);

    // The declared count differs from ours, so the form asks once.
    await page.getByLabel("Submission number").fill("SUB-E2E");
    await page.getByLabel("Cards declared to the grader").fill("30");
    await page.getByRole("button", { name: "Close shipment" }).click();
    await expect(page.getByText("You declared 30, but we counted 20")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.type("20");
    await page.keyboard.press("Enter");
    await admin.expectToast("Shipment closed");
    for (const { id } of [first, second])
      expect(await storedOrder(database(), id)).toMatchObject({ grading_submission_number: "SUB-E2E" });

    for (const [step, status] of [
      ["Mark as shipped", "shipped"],
      ["Mark as arrived at the grader", "grading"],
      ["Mark as graded", "graded"],
    ] as const) {
      await page.getByRole("button", { name: step, exact: true }).click();
      await admin.expectToast("All batches updated");
      await expect.poll(async () => (await storedOrder(database(), first.id)).submission_status).toBe(status);
      if (status !== "shipped") continue;
      // Marked too early, so undone for all batches at once.
      await page
        .getByRole("button", { name: /^Undo: Shipment \d+: on its way to the grader, 2 orders/ })
        .click();
      await admin.expectToast("2 undone");
      expect((await storedOrder(database(), first.id)).submission_status).toBe("received");
      await page.getByRole("button", { name: step, exact: true }).click();
      await expect(
        page.getByRole("button", { name: "Mark as arrived at the grader", exact: true }),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: step, exact: true })).toHaveCount(0);
    }
    await page.getByLabel("Cards returned").fill("19");
    await page.keyboard.press("Enter");
    await expect(page.getByText("19 came back, but we declared 20")).toBeVisible();
    await page.keyboard.type("19");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Card counts differ: 20 counted, 19 returned")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await admin.expectNoSidewaysScroll();

    await page.goto(staffPaths.order(first.id));
    await expect(page.getByText("Cards back from the grader", { exact: true })).toBeVisible();
  });

  test("adds a short batch with a reason, then adds and removes a selected batch", {
    tag: "@full",
  }, async ({ admin, page, expectAccessible }) => {
    const picked = await addReceived(database(), longAgo());
    const short = await addReceived(database(), { received_count: 9 });
    await page.goto(staffPaths.grader);
    await page.getByLabel("Grading company").fill("PSA");
    await page.getByRole("button", { name: "New shipment" }).click();
    await page.getByLabel("Batch ID").fill(short.batch_id);
    await page.keyboard.press("Enter");
    await expect(
      page.getByText(
        `${short.batch_id}: Not added. 9 of 10 cards counted, and the difference isn't resolved.`,
      ),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add anyway…" }).click();
    const dialog = page.locator("dialog:modal");
    await dialog.getByLabel("Reason").fill("The customer keeps one");
    await dialog.getByRole("button", { name: "Add batch", exact: true }).click();
    await expect(page.getByText(`${short.batch_id}: Added, 9 cards`)).toBeVisible();
    await page.getByRole("checkbox", { name: `Select ${picked.batch_id}` }).check();
    await page.getByRole("button", { name: "Add 1", exact: true }).click();
    await expect(page.getByText(`${picked.batch_id}: Added, 10 cards`)).toBeVisible();
    await page.getByRole("button", { name: `Remove ${picked.batch_id}` }).click();
    await admin.expectToast(`${picked.batch_id} removed`);
  });

  test("prints and downloads the manifest without customer data", { tag: "@full" }, async ({
    admin,
    page,
    expectAccessible,
  }) => {
    const order = await addReceived(database(), { guest_email: "secret.person@example.test" });
    await page.goto(staffPaths.grader);
    await page.getByLabel("Grading company").fill("CGC");
    await page.getByRole("button", { name: "New shipment" }).click();
    await page.getByLabel("Batch ID").fill(order.batch_id);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${order.batch_id}: Added, 10 cards`)).toBeVisible();
    const shipmentId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download manifest CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`shipment-${shipmentId}-manifest.csv`);
    expect(readFileSync(await file.path(), "utf8")).toContain(
      `1,${order.batch_id},10,CGC,\r\nTotal,1,10,,\r\n`,
    );
    await page.getByRole("link", { name: "Print manifest" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: `Manifest for Shipment ${shipmentId}` }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("rowheader", { name: order.batch_id })).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    expect(await page.locator("main").textContent()).not.toContain("secret.person");
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 390, height: 844 });
    await admin.expectNoSidewaysScroll();
  });
});
