import { writeFileSync } from "node:fs";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { addDeskDay, type DayPackage, type DeskDay, type PackageKind } from "../sandbox/builders/desk-day.ts";
import {
  answerQuestions,
  cardsGraded,
  cardsOf,
  endingsOf,
  NOTE,
  parcelOf,
  truthOf,
} from "../sandbox/builders/desk-day-truth.ts";
import { mailsTo } from "../sandbox/builders/mailbox.ts";
import type { Product } from "../sandbox/builders/product.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { type AdminPage, asStaff } from "./pages/admin.page.ts";
import { aboutAsides, aboutKept, atDesk } from "./support/desk-mistakes.ts";
import { cardsIn, DeskShift } from "./support/desk-shift.ts";
import { atCardsBack, atGroup, atReturns, atStep } from "./support/grader-mistakes.ts";
import { GraderShift } from "./support/grader-shift.ts";
import { effortTable, Hands } from "./support/hands.ts";
import { Mistakes } from "./support/mistakes.ts";
import { atOrders } from "./support/order-mistakes.ts";
import { sendDueMails, sendWaitingMails } from "./support/waiting-mails.ts";

/** Sixty packages that come, and two that do not. */
const AMOUNTS: Partial<Record<PackageKind, number>> = {
  plain: 15,
  no_label: 3,
  unknown_label: 2,
  short: 3,
  over: 2,
  zero: 1,
  damaged: 2,
  two_boxes: 3,
  first_box_only: 1,
  unpaid: 3,
  paid_later: 2,
  canceled: 2,
  refunded: 2,
  part_refunded: 2,
  disputed: 2,
  dispute_won: 1,
  hand_marked: 2,
  imported: 3,
  odd_id: 3,
  carrier_first: 2,
  arrived_first: 1,
  moved: 1,
  same_box: 2,
  awaited: 1,
  awaited_unpaid: 1,
};
/** How many mistakes are made on a day with them, each of which is taken back. */
const MISTAKES = 24;

for (const isClumsy of [false, true]) {
  test(isClumsy ? "the same day with its mistakes, each taken back, ends the same" : "a day at the desk", {
    tag: "@hard",
  }, async ({ admin, page, openBrowser, product, signIn }) => {
    test.setTimeout(2_400_000);
    const day = await addDeskDay(database(), product.setting("SUPABASE_JWT_SECRET"), AMOUNTS);
    const phone = await openBrowser({ viewport: { width: 390, height: 844 } });
    await asStaff(phone, product, signIn);
    const [computer, mobile] = [new Hands(page), new Hands(phone)];
    const desk = new DeskShift(computer);
    const mistakes = new Mistakes(isClumsy ? null : [], day, desk);

    await atOrders(mistakes);
    await receiveAll(day, desk, new DeskShift(mobile), mistakes);
    await lookUp(ofKind(day, "short"), computer, admin);
    await noteDamage(day, computer, admin);
    const submission = `SUB-${day.mark}`;
    await toTheGrader(day, new GraderShift(mobile), mistakes, submission);
    // What waited goes at the grader's first step; customers answer what they were asked.
    await sendDueMails(product, idsOf(ofKind(day, "over")));
    await answerQuestions(database(), day);
    await home(day, new GraderShift(computer), mistakes, submission);
    expect(mistakes.made).toHaveLength(isClumsy ? MISTAKES : 0);

    const truth = day.packages.map((pack) => truthOf(pack, { submission, day }));
    // Told after its ten minutes, so its customer is told of the correction.
    const late = mistakes.made.includes("tracking on the wrong order, seen later");
    const corrected = late ? day.packages.filter(({ kind }) => kind === "plain")[4] : undefined;
    for (const ending of truth) if (ending.name === corrected?.name) ending.mails.unshift("correction");
    // Paid again, its customer has the confirmation that a made-up order never had.
    const repaid = mistakes.made.includes("unpaid by hand") ? ofKind(day, "plain")[2] : undefined;
    for (const ending of truth) if (ending.name === repaid?.name) ending.mails.unshift("order_confirmation");
    expect(await endingsOf(database(), day)).toEqual(truth);
    expectAllCards(await cardsOf(database(), day), day);
    await expectTrueMails(product, day, [corrected, repaid]);

    const table = effortTable([...computer.done, ...mobile.done]);
    console.log(table);
    writeFileSync(`test-results/desk-day${isClumsy ? "-mistakes" : ""}.md`, `${table}\n`);
  });
}

const ofKind = (day: DeskDay, kind: PackageKind) => day.packages.filter((pack) => pack.kind === kind);
const ending = (day: DeskDay, end: DayPackage["end"]) => day.packages.filter((pack) => pack.end === end);
const idsOf = (packs: DayPackage[]) => packs.map(({ order }) => order.id);
const cardsOfAll = (packs: DayPackage[]) => packs.reduce((sum, pack) => sum + cardsIn(pack), 0);

/** Every package that comes is worked at the desk: one in five by the second person, on a phone. */
async function receiveAll(
  day: DeskDay,
  desk: DeskShift,
  phone: DeskShift,
  mistakes: Mistakes,
): Promise<void> {
  await desk.desk.open();
  await atDesk(mistakes);
  const coming = day.packages.filter(({ end }) => end !== "awaited");
  const inTurn = coming.filter(({ kind, shelf }) => kind === "plain" && !shelf);
  await desk.receiveInTurn(inTurn);
  await phone.desk.open();
  for (const pack of coming.filter((one) => !inTurn.includes(one))) {
    if (pack.kind === "unknown_label") {
      await desk.keep(pack);
      if (pack === ofKind(day, "unknown_label")[0]) await aboutKept(mistakes, pack);
      await desk.match(pack);
    } else await (pack.nth % 5 === 4 ? phone : desk).receive(pack);
  }
  await desk.desk.open();
  for (const pack of ofKind(day, "unpaid")) await desk.noteAsked(pack);
  await aboutAsides(mistakes);
}

/** Somebody calls and asks for a batch: found by the end of its ID, and open. */
async function lookUp(packs: DayPackage[], hands: Hands, admin: AdminPage): Promise<void> {
  for (const { name } of packs) {
    await admin.open();
    await expect(hands.page.getByLabel("Select all")).toBeEnabled();
    await hands.job("where is it? from the list of orders", async () => {
      await hands.press("/");
      await hands.type(name.slice(-9));
      await hands.press("Enter");
      await expect(admin.row(name)).toBeVisible();
      await expect(hands.page.getByText("1 order", { exact: true })).toBeVisible();
      await expect(hands.page.getByLabel("Select all")).toBeEnabled();
      await hands.press("j");
      await hands.press("e");
      await admin.expectOrder(name);
    });
  }
}

async function noteDamage(day: DeskDay, hands: Hands, admin: AdminPage): Promise<void> {
  for (const { order } of ofKind(day, "damaged")) {
    await hands.open(staffPaths.order(order.id));
    await hands.job("note on an order", async () => {
      await hands.fill(hands.page.getByLabel("Add to the internal notes"), NOTE);
      await hands.click(hands.page.getByRole("button", { name: "Save changes" }));
      await admin.expectToast("Order updated successfully");
    });
  }
}

async function toTheGrader(day: DeskDay, shift: GraderShift, mistakes: Mistakes, submission: string) {
  const packs = ending(day, "home");
  const cards = packs.reduce((sum, pack) => sum + cardsGraded(pack), 0);
  await shift.begin("PSA");
  await atGroup(mistakes, shift);
  for (const pack of packs) await shift.putIn(pack);
  await shift.close(submission, cards);
  await atStep(mistakes, shift);
  for (const step of ["Shipped to grader", "At the grader", "Grades ready"]) await shift.step(step);
  await atCardsBack(mistakes, shift, cards);
  await shift.comeBack(cards);
}

async function home(day: DeskDay, shift: GraderShift, mistakes: Mistakes, submission: string): Promise<void> {
  await shift.openReturns();
  await atReturns(mistakes, shift);
  const [first, second] = ofKind(day, "same_box");
  for (const pack of [...ending(day, "home"), ...ending(day, "sent_back")]) {
    const doubt =
      pack.kind === "moved"
        ? "The addresses differ."
        : pack === second
          ? `This number is on the parcel of ${first?.name}, of the same owner.`
          : undefined;
    await shift.sendHome(pack, parcelOf(pack, day), doubt);
  }
  await shift.deliver(submission, ending(day, "home").length);
}

/** What was counted in is what is at home, on a shelf or in a box that waits for another; the group's sums say the same. */
function expectAllCards(cards: Awaited<ReturnType<typeof cardsOf>>, day: DeskDay): void {
  const sent = ending(day, "home").reduce((sum, pack) => sum + cardsGraded(pack), 0);
  expect(cards).toEqual({
    home: cardsOfAll(ending(day, "home")),
    shelf: cardsOfAll(ending(day, "shelf")),
    in_boxes: ending(day, "half_here").reduce((sum, { boxes }) => sum + (boxes[0] ?? 0), 0),
    groups: [{ declared: sent, returned: sent, counted: sent }],
  });
}

/** Every mail leaves once, with the count and the number of its own batch. */
async function expectTrueMails(
  product: Product,
  day: DeskDay,
  toldMore: (DayPackage | undefined)[],
): Promise<void> {
  await sendWaitingMails(product, idsOf(day.packages));
  for (const pack of day.packages) {
    const mails = (await mailsTo(pack.email)).filter(({ subject, text }) =>
      (subject + text).includes(pack.name),
    );
    const receipts = mails.filter(({ subject }) => subject.startsWith("Received:"));
    const isCounted = pack.end === "home" || pack.end === "shelf";
    const hasLeft = pack.end === "home" || pack.end === "sent_back";
    expect(
      receipts.map(({ subject }) => subject),
      pack.kind,
    ).toEqual(isCounted ? [`Received: ${cardsIn(pack)} of ${pack.expected} cards (${pack.name})`] : []);
    const others = mails.filter((mail) => !receipts.includes(mail));
    const { mails: told } = truthOf(pack, { submission: "", day });
    const more = toldMore.filter((one) => one === pack).length;
    expect(others, pack.kind).toHaveLength(told.length - receipts.length + more);
    // Neither another batch's parcel, nor a number that was taken back.
    const numbers = mails.flatMap(({ text }) => text.match(/94\d{20}/g) ?? []);
    expect(new Set(numbers), pack.kind).toEqual(new Set(hasLeft ? [parcelOf(pack, day)] : []));
  }
}
