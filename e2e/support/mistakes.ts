import { expect, type Locator } from "playwright/test";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import type { DayPackage, DeskDay } from "../../sandbox/builders/desk-day.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import type { DeskShift } from "./desk-shift.ts";
import type { Hands } from "./hands.ts";

/** Mistakes of a day: each is made as people make it, and taken back, so that the day goes on as if it had not been. */
export class Mistakes {
  readonly made: string[] = [];
  readonly #wanted: ReadonlySet<string> | null;
  readonly day: DeskDay;
  readonly desk: DeskShift;
  readonly hands: Hands;

  /** `wanted`: the names of those that are made; null: all of them. */
  constructor(wanted: string[] | null, day: DeskDay, desk: DeskShift) {
    this.#wanted = wanted && new Set(wanted);
    this.day = day;
    this.desk = desk;
    this.hands = desk.hands;
  }

  /** Makes one of them, if it is wanted. */
  async make(name: string, work: () => Promise<void>): Promise<void> {
    if (this.#wanted && !this.#wanted.has(name)) return;
    await work();
    this.made.push(name);
  }

  /** One of the packages of a kind. */
  pack(kind: DayPackage["kind"], nth = 0): DayPackage {
    const pack = this.day.packages.filter((one) => one.kind === kind)[nth];
    if (!pack) throw new Error(`the day has no ${kind} number ${nth}`);
    return pack;
  }

  /** Takes back by one press what was just done. */
  async undo(button: Locator): Promise<void> {
    await this.hands.job("take back where it was done", async () => {
      await this.hands.click(button);
      await expect(button).toHaveCount(0);
    });
  }

  /** Takes back what the desk has just told, and puts its package down for the moment. */
  async undoAtDesk(): Promise<void> {
    await this.undo(this.desk.desk.result.getByRole("button", { name: /^Undo/ }));
    // It is at hand again.
    await expect(this.hands.page.getByRole("heading", { level: 2, name: /^(BATCH|ORDER)-/ })).toBeVisible();
    await this.hands.press("Escape");
    await expect(this.desk.desk.batch).toBeFocused();
  }

  /** Saves the form of an order. */
  async save(): Promise<void> {
    await this.hands.click(this.hands.page.getByRole("button", { name: "Save changes" }));
    await expect(this.hands.page.getByText("Everything is saved")).toBeVisible();
  }

  async undoSave(): Promise<void> {
    await this.undo(this.hands.page.getByRole("button", { name: "Undo: what was saved last" }));
  }

  /** Takes back from the order, after more than ten minutes, with a reason. */
  async undoLater({ order, name }: DayPackage, what: string): Promise<void> {
    const { page } = this.hands;
    await database()`update public.staff_acts set created_at = now() - interval '1 hour'
      where order_id = ${order.id} and kind = 'change'`;
    await this.hands.open(staffPaths.order(order.id));
    const undo = page.getByRole("button", { name: `Undo: ${what}, ${name}` });
    await this.hands.job("take back later, from the order, with a reason", async () => {
      await this.hands.click(undo);
      const dialog = page.locator("dialog:modal");
      await this.hands.fill(dialog.getByLabel("Reason"), "Of another batch");
      await this.hands.click(dialog.getByRole("button", { name: "Take back" }));
      await expect(undo).toHaveCount(0);
    });
  }
}
