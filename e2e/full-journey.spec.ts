import { staffPaths } from "../lib/base/staff-paths.ts";
import { aParcel } from "../sandbox/builders/ids.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { GraderPage } from "./pages/grader.page.ts";
import { BatchOwner } from "./support/batch-owner.ts";
import { listSubjects, readBody, sendEmailsNow } from "./support/send-emails.ts";

const CARDS = 2;

test("delivers a guest's and a member's batch with one email per step", { tag: "@full" }, async ({
  admin,
  page,
  product,
  openBrowser,
  signIn,
}) => {
  const owners = [
    await BatchOwner.guest({ product, openBrowser }),
    await BatchOwner.member({ product, openBrowser, signIn }),
  ];
  const ids = owners.map(({ id }) => id);
  const desk = new DeskPage(page);
  const inbound = owners.map((_, nth) => aParcel(nth));
  for (const [nth, owner] of owners.entries()) await owner.ship(inbound[nth] ?? "");

  await desk.open();
  for (const [nth, { batchId }] of owners.entries()) {
    await desk.scan(inbound[nth] ?? "");
    await desk.count(CARDS);
    await page.keyboard.press("Enter");
    await desk.expectResult(`${batchId}: counted ${CARDS} of ${CARDS}`);
  }
  for (const owner of owners) {
    await owner.expectToRead(/^Expected back \w{3} \d/);
    await owner.expectToRead("Checked in");
  }
  await sendEmailsNow(product, ids);

  const grader = new GraderPage(page);
  await grader.begin("PSA");
  for (const { batchId } of owners) {
    await grader.putIn(batchId, CARDS);
  }
  // The shipment has no number yet.
  for (const owner of owners) await owner.expectToRead("Checked in");
  const submission = `WAY-${ids[0]?.slice(0, 8)}`;
  await grader.close(submission, CARDS * owners.length);
  for (const step of ["Mark as shipped", "Mark as arrived at the grader", "Mark as graded"]) {
    await grader.step(step);
    await sendEmailsNow(product, ids);
  }
  await grader.comeBack(CARDS * owners.length);
  await sendEmailsNow(product, ids);
  for (const owner of owners) {
    await owner.expectToRead("Sent to the grader");
    await expect(owner.page.getByRole("link", { name: submission })).toHaveAttribute(
      "href",
      new RegExp(submission),
    );
    await expect(owner.page.getByText("Grades ready").first()).toBeVisible();
  }

  await grader.openReturns();
  const returnShipment = owners.map((_, nth) => aParcel(100 + nth));
  for (const [nth, { batchId }] of owners.entries())
    await grader.sendHome(batchId, returnShipment[nth] ?? "");
  await sendEmailsNow(product, ids);
  for (const [nth, owner] of owners.entries()) {
    await owner.follow();
    await expect(owner.page.getByRole("link", { name: returnShipment[nth] ?? "" }).first()).toBeVisible();
    await owner.press("Arrived safely");
    await expect(owner.page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  }
  await admin.open({ q: owners[0]?.batchId ?? "" });
  await expect(admin.row(owners[0]?.batchId ?? "")).toContainText("Delivered");

  await sendEmailsNow(product, ids);
  for (const { email, batchId } of owners) {
    expect(await listSubjects(email, batchId)).toEqual([
      "Paid. Now ship your 2 cards.",
      "All 2 cards are here",
      "Your cards are on their way to the grader",
      "Your grades are in",
      "Your graded cards are on the way to you",
    ]);
  }
});

for (const [who, other] of [
  ["guest", "member"],
  ["member", "guest"],
] as const)
  test(`refunds a ${who}'s canceled batch and a ${other}'s lost one with one email each`, {
    tag: "@full",
  }, async ({ admin, page, product, openBrowser, signIn }) => {
    const canceled = await BatchOwner[who]({ product, openBrowser, signIn });
    await canceled.press("Cancel this batch");
    await canceled.press(/^Cancel and refund \$/);
    await expect(canceled.page.getByText(/^We refunded \$50\.00 on/).first()).toBeVisible();

    const lost = await BatchOwner[other]({ product, openBrowser, signIn });
    await lost.ship(aParcel(7));
    // A week passes without the package.
    await database()`update grading_orders set paid_at = paid_at - interval '9 days',
    inbound_shipped_at = inbound_shipped_at - interval '8 days', inbound_delivered_at = inbound_delivered_at - interval '7 days'
    where id = ${lost.id}`;
    await admin.open({ view: "overdue", q: lost.batchId });
    await expect(admin.row(lost.batchId)).toBeVisible();
    await page.goto(staffPaths.order(lost.id));
    await admin.openForm("Refund");
    await page.getByLabel("Reason").fill("Lost on the way to us");
    await page.getByRole("button", { name: "Review refund" }).click();
    await page.getByRole("button", { name: "Refund $50.00" }).click();
    await admin.expectToast("Refund sent");
    await lost.expectToRead("Canceled and fully refunded");
    await expect(lost.page.getByText("Lost on the way to us")).toHaveCount(0);

    const both = [canceled, lost];
    await sendEmailsNow(
      product,
      both.map(({ id }) => id),
    );
    for (const { email, batchId } of both) {
      expect(await listSubjects(email, batchId)).toEqual([
        "Paid. Now ship your 2 cards.",
        "We refunded $50.00",
      ]);
    }
    const bodies = await Promise.all(both.map(({ email }) => readBody(email, "We refunded")));
    expect(bodies[0]).toContain("Please don't ship these cards.");
    expect(bodies[1]).toContain("When your package reaches us, we'll send your cards back ungraded.");
    expect(bodies[1]).not.toContain("don't ship");
  });
