import { expect } from "playwright/test";
import type { DayPackage } from "../../sandbox/builders/desk-day.ts";
import { ASIDE_NOTE, ASKED_NOTE } from "../../sandbox/builders/desk-day-truth.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { AdminPage } from "../pages/admin.page.ts";
import { DeskPage } from "../pages/desk.page.ts";
import type { Hands } from "./hands.ts";

const STOPS: Partial<Record<DayPackage["kind"], string>> = {
  canceled: "This batch was canceled",
  refunded: "This batch was refunded",
  disputed: "The payment of this batch is disputed",
};

/** Answers how many cards are in all boxes of a package. */
export const cardsIn = ({ boxes }: DayPackage) => boxes.reduce((sum, cards) => sum + cards, 0);

/** The receiving desk, worked by one person. */
export class DeskShift {
  readonly hands: Hands;
  readonly desk: DeskPage;
  readonly admin: AdminPage;

  constructor(hands: Hands) {
    this.hands = hands;
    this.desk = new DeskPage(hands.page);
    this.admin = new AdminPage(hands.page);
  }

  /** Works one package as its kind asks. */
  async receive(pack: DayPackage): Promise<void> {
    switch (pack.kind) {
      case "unpaid":
      case "canceled":
      case "refunded":
      case "disputed":
        return this.setAside(pack);
      case "paid_later":
        await this.setAside(pack);
        await payAfterwards(pack);
        return this.checkIn(pack, null);
      case "two_boxes":
      case "first_box_only":
        await this.firstBox(pack);
        return pack.kind === "two_boxes" ? this.lastBox(pack) : undefined;
      case "no_label":
        return this.withoutLabel(pack);
      case "arrived_first":
        await this.arrive(pack);
        return this.checkIn(pack);
      default:
        return this.checkIn(pack);
    }
  }

  /** Some packages one after the other: the scan of the next label settles the count before it. */
  async receiveInTurn(packs: DayPackage[]): Promise<void> {
    for (const [nth, pack] of packs.entries()) {
      await this.hands.job("check in: scan, count, scan", async () => {
        await this.hands.scan(pack.name);
        await this.expectCounted(packs[nth - 1]);
        await this.typeCount(cardsIn(pack));
      });
    }
    await this.hands.press("Enter");
    await this.expectCounted(packs.at(-1));
  }

  async expectCounted(pack: DayPackage | undefined): Promise<void> {
    if (pack) await this.desk.expectResult(`${pack.name}: counted ${cardsIn(pack)} of ${pack.expected}`);
  }

  async typeCount(cards: number): Promise<void> {
    await expect(this.desk.counted).toBeFocused();
    await this.hands.type(String(cards));
  }

  /** Scans a package, counts it and checks it in. */
  async checkIn(pack: DayPackage, shelf = pack.shelf): Promise<void> {
    const name = cardsIn(pack) === pack.expected ? "check in" : "check in, other cards than expected";
    await this.hands.job(shelf ? `${name}, with its shelf` : name, async () => {
      await this.scanPackage(pack);
      await this.countAs(pack, cardsIn(pack), shelf);
      await this.expectCounted(pack);
    });
  }

  async scanPackage(pack: DayPackage): Promise<void> {
    if (pack.kind === "carrier_first" && pack.inbound) {
      await this.hands.scan(pack.inbound);
      await this.desk.expectResult(`Tracking number ${pack.inbound} noted`);
    }
    // Some labels are typed by hand.
    await this.hands.scan(pack.kind === "odd_id" ? pack.name.replace("BATCH-", "").toLowerCase() : pack.name);
  }

  /** Counts the package that is open, on its shelf; a number that differs is typed twice. */
  async countAs(pack: DayPackage, cards: number, shelf: string | null): Promise<void> {
    const { page } = this.hands;
    await this.typeCount(cards);
    if (shelf) {
      await this.hands.press("Tab");
      await this.hands.type(shelf);
    }
    if (pack.kind === "damaged") {
      await this.hands.choose(page.getByLabel("Condition"), "Cards damaged");
      return this.hands.click(page.getByRole("button", { name: "Check in" }));
    }
    await this.hands.press("Enter");
    if (cards === pack.expected) return;
    await this.desk.expectResult(`You counted ${cards}, and ${pack.expected} are expected`);
    await this.typeCount(cards);
    await this.hands.press("Enter");
  }

  async firstBox(pack: DayPackage): Promise<void> {
    const [cards = 0] = pack.boxes;
    await this.hands.job("first box of two", async () => {
      await this.scanPackage(pack);
      await this.typeCount(cards);
      if (pack.shelf) {
        await this.hands.press("Tab");
        await this.hands.type(pack.shelf);
      }
      await this.hands.click(this.hands.page.getByRole("button", { name: "Box 1 of 2, more to come" }));
      await this.desk.expectResult(`${pack.name}: box 1 counted, ${cards} of ${pack.expected} so far`);
    });
  }

  async lastBox(pack: DayPackage): Promise<void> {
    await this.hands.job("last box of two", async () => {
      await this.scanPackage(pack);
      await this.typeCount(pack.boxes[1] ?? 0);
      await this.hands.press("Enter");
      await this.expectCounted(pack);
    });
  }

  /** Sets aside what must not be opened. */
  async setAside(pack: DayPackage): Promise<void> {
    await this.hands.job("set aside what must not be opened", async () => {
      await this.scanPackage(pack);
      await this.desk.expectResult(STOPS[pack.kind] ?? "This batch is not paid");
      await expect(this.hands.page.getByRole("textbox", { name: /^Note/ })).toBeFocused();
      await this.hands.type(ASIDE_NOTE);
      if (pack.shelf) {
        await this.hands.press("Tab");
        await this.hands.type(pack.shelf);
      }
      await this.hands.press("Enter");
      await this.desk.expectResult(new RegExp(`^${pack.name} is set aside`));
    });
  }

  /** Notes that the customer of a package that is set aside was asked. */
  async noteAsked(pack: DayPackage, note = ASKED_NOTE): Promise<void> {
    const { page } = this.hands;
    await this.hands.job("note who was asked", async () => {
      await this.hands.click(page.getByRole("button", { name: `Asked about ${pack.name}` }));
      const dialog = page.locator("dialog:modal");
      await this.hands.fill(dialog.getByLabel("Note"), note);
      await this.hands.click(dialog.getByRole("button", { name: "Save note" }));
      await this.admin.expectToast("Noted");
      await expect(dialog).toHaveCount(0);
    });
  }

  /** Finds the batch of a package that bears no label by its sender. */
  async withoutLabel(pack: DayPackage): Promise<void> {
    await this.hands.job("no label", async () => {
      await this.hands.press("n");
      await expect(this.hands.page.getByLabel("Search")).toBeFocused();
      await this.hands.type(pack.customer);
      await this.hands.press("Enter");
      await this.hands.click(this.hands.page.getByRole("button", { name: `Open ${pack.name}`, exact: true }));
      await this.countAs(pack, cardsIn(pack), pack.shelf);
      await this.expectCounted(pack);
    });
  }

  /** Keeps a package whose label names no batch. */
  async keep(pack: DayPackage): Promise<void> {
    const { page } = this.hands;
    await this.hands.job("keep a package of a label that nobody knows", async () => {
      await this.hands.scan(`NO-SUCH-BATCH-${pack.nth}`);
      await this.desk.expectResult(`No batch “NO-SUCH-BATCH-${pack.nth}”`);
      await expect(page.getByRole("textbox", { name: /^Sender/ })).toBeFocused();
      await this.hands.type(pack.customer);
      await this.hands.scan(pack.inbound ?? "");
      await this.desk.expectResult(`Tracking number ${pack.inbound} noted`);
      await this.hands.click(page.getByRole("button", { name: "Keep package" }));
      await this.desk.expectResult("Package kept without a batch");
    });
  }

  /** Says whose a kept package is, after all; `batch`: of which order, if not its own. */
  async beginMatch(pack: DayPackage, batch = pack): Promise<void> {
    const { page } = this.hands;
    await this.hands.click(
      page.getByRole("button", { name: `Match the package of ${pack.customer}`, exact: true }),
    );
    if (batch !== pack) {
      await this.hands.fill(page.getByLabel("Batch of this package"), batch.customer);
      await this.hands.press("Enter");
    }
    await this.hands.click(page.getByRole("button", { name: `This package is ${batch.name}`, exact: true }));
    await this.desk.expectResult(`The package is ${batch.name}`);
  }

  async match(pack: DayPackage): Promise<void> {
    await this.hands.job("match a kept package, and count it", async () => {
      await this.beginMatch(pack);
      await this.countAs(pack, cardsIn(pack), pack.shelf);
      await this.expectCounted(pack);
    });
  }

  async arrive(pack: DayPackage): Promise<void> {
    await this.hands.job("mark as arrived, count later", async () => {
      await this.scanPackage(pack);
      await expect(this.desk.counted).toBeFocused();
      await this.hands.click(this.hands.page.getByRole("button", { name: "Mark as arrived, count later" }));
      await this.admin.expectToast("Marked as arrived");
      await this.hands.press("Escape");
      await expect(this.desk.batch).toBeFocused();
    });
  }
}

/** The customer pays what came unpaid. */
async function payAfterwards({ order: { id } }: DayPackage): Promise<void> {
  await database()`update public.grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee
    where id = ${id}`;
}
