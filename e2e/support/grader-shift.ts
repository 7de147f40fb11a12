import { expect, type Locator } from "playwright/test";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import type { DayPackage } from "../../sandbox/builders/desk-day.ts";
import { cardsGraded } from "../../sandbox/builders/desk-day-truth.ts";
import { AdminPage } from "../pages/admin.page.ts";
import type { Hands } from "./hands.ts";

/** The grader's groups and the way home, worked by one person. */
export class GraderShift {
  readonly hands: Hands;
  readonly admin: AdminPage;
  readonly scanField: Locator;

  constructor(hands: Hands) {
    this.hands = hands;
    this.admin = new AdminPage(hands.page);
    this.scanField = hands.page.getByLabel("Batch ID");
  }

  /** Begins a group; answers the address of its page. */
  async begin(grader: string): Promise<string> {
    const { page } = this.hands;
    await this.hands.job("begin a group", async () => {
      await this.hands.open(staffPaths.grader);
      await this.hands.fill(page.getByLabel("Grading company"), grader);
      await this.hands.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: /^Group \d+$/ })).toBeVisible();
    });
    return new URL(page.url()).pathname;
  }

  /** Scans a batch into the group; of one whose count differs the cards that are paid for go, without a question. */
  async putIn(pack: Pick<DayPackage, "name" | "kind" | "boxes" | "paid">): Promise<void> {
    const { page } = this.hands;
    await this.hands.job("put into the group", async () => {
      await this.hands.scanInto(this.scanField, pack.name);
      await expect(page.getByText(`${pack.name}: Put in, ${cardsGraded(pack)} `)).toBeVisible();
    });
  }

  /** Closes the group with the grading company's number. */
  async close(number: string, cards: number): Promise<void> {
    const { page } = this.hands;
    await this.hands.job("close the group", async () => {
      await this.hands.fill(page.getByLabel("Submission number"), number);
      await this.hands.press("Tab");
      await this.hands.type(String(cards));
      await this.hands.press("Enter");
      await this.admin.expectToast("Group closed");
      await expect(page.getByRole("button", { name: "Close group" })).toHaveCount(0);
    });
  }

  /** Takes all batches of the group one step on. */
  async step(label: string): Promise<void> {
    const button = this.hands.page.getByRole("button", { name: label, exact: true });
    await this.hands.job("a step of the whole group", async () => {
      await this.hands.click(button);
      await expect(button).toHaveCount(0);
    });
  }

  /** Notes how many cards came back; a number that differs is typed twice. */
  async comeBack(cards: number, declared = cards): Promise<void> {
    const { page } = this.hands;
    await this.hands.job("cards back", async () => {
      await this.hands.fill(page.getByLabel("Cards that came back"), String(cards));
      await this.hands.press("Enter");
      if (cards !== declared) {
        await expect(page.getByText(`${cards} came back, and ${declared} were declared`)).toBeVisible();
        await this.hands.type(String(cards));
        await this.hands.press("Enter");
      }
      await expect(page.getByText("The cards are back")).toBeVisible();
    });
  }

  /** Takes back a press about the group, where it is listed. */
  async undo(what: string | RegExp): Promise<void> {
    const button = this.hands.page.getByRole("button", { name: what });
    await this.hands.job("take a press of the group back", async () => {
      await this.hands.click(button);
      await expect(button).toHaveCount(0);
    });
  }

  /** Opens the page from which cards go home, if it is not open yet. */
  async openReturns(): Promise<void> {
    await this.hands.open(staffPaths.returns);
    await expect(this.scanField).toBeFocused();
  }

  /** Sends a batch home under a number; `doubt`: what is asked once before. */
  async sendHome({ name }: Pick<DayPackage, "name">, number: string, doubt?: string): Promise<void> {
    const { page } = this.hands;
    await this.hands.job(doubt ? "send back after a question" : "send back", async () => {
      await this.hands.scanInto(this.scanField, name);
      await this.hands.scanInto(page.getByLabel("Tracking number"), number);
      if (doubt) {
        await this.admin.expectReturnQuestion(doubt);
        await this.hands.press("Enter");
      }
      await this.admin.expectToast(`${name} is on its way back`);
      await expect(this.scanField).toBeFocused();
    });
  }

  /** Marks every batch of a submission as delivered, from the list of orders. */
  async deliver(submission: string, batches: number): Promise<void> {
    const { page } = this.hands;
    await this.admin.open({ q: submission });
    await this.hands.job("delivered, the whole group", async () => {
      await this.hands.click(page.getByLabel("Select all"));
      if (batches > 50)
        await this.hands.click(page.getByRole("button", { name: `Select all ${batches} that match` }));
      await this.hands.click(page.getByRole("button", { name: `Change ${batches} orders` }));
      await this.hands.choose(this.admin.dialog.getByLabel("Submission status"), "Returned to the owner");
      await this.hands.click(this.admin.dialog.getByRole("button", { name: "Review" }));
      await this.hands.click(this.admin.dialog.getByRole("button", { name: `Save ${batches} orders` }));
      await expect(this.admin.dialog.getByText(`${batches} updated`, { exact: true })).toBeVisible();
    });
  }
}
