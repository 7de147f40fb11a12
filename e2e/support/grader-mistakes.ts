import { expect } from "playwright/test";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { cardsIn } from "./desk-shift.ts";
import type { GraderShift } from "./grader-shift.ts";
import type { Mistakes } from "./mistakes.ts";

/** Those of somebody who fills a group; its page is open before and after. */
export async function atGroup(mistakes: Mistakes, shift: GraderShift): Promise<void> {
  const { page } = shift.hands;
  const pack = mistakes.pack("plain");
  await mistakes.make("put into the wrong group", async () => {
    const group = new URL(page.url()).pathname;
    await shift.begin("Of another grader");
    await shift.putIn(pack);
    await shift.undo(/^Undo: Put in/);
    await shift.hands.click(page.getByRole("button", { name: "Delete empty group" }));
    await expect(page).toHaveURL(staffPaths.grader);
    await shift.hands.open(group);
  });
  await mistakes.make("closed too early", async () => {
    await shift.putIn(pack);
    await shift.close("SUB-TOO-EARLY", cardsIn(pack));
    await shift.undo(/^Undo: Closed/);
    await expect(page.getByRole("button", { name: "Close group" })).toBeVisible();
    await shift.hands.click(page.getByRole("button", { name: `Take out ${pack.name}` }));
    await expect(page.getByRole("button", { name: `Take out ${pack.name}` })).toHaveCount(0);
  });
}

/** Those of somebody who takes a full group to its next steps. */
export async function atStep(mistakes: Mistakes, shift: GraderShift): Promise<void> {
  const { page } = shift.hands;
  await mistakes.make("taken out of the group", async () => {
    const { name } = mistakes.pack("plain", 1);
    await shift.hands.click(page.getByRole("button", { name: `Take out ${name}` }));
    await expect(page.getByRole("button", { name: `Take out ${name}` })).toHaveCount(0);
    await shift.undo(/^Undo: Took out/);
    await expect(page.getByRole("button", { name: `Take out ${name}` })).toBeVisible();
  });
  await mistakes.make("a step too early", async () => {
    await shift.step("Shipped to grader");
    await shift.undo("Undo: Shipped to grader");
    await expect(page.getByRole("button", { name: "Shipped to grader", exact: true })).toBeVisible();
  });
}

/** The wrong number of cards that came back. */
export async function atCardsBack(mistakes: Mistakes, shift: GraderShift, declared: number): Promise<void> {
  await mistakes.make("other cards back than came", async () => {
    await shift.comeBack(declared + 4, declared);
    await shift.undo(/^Undo: Cards back/);
    await expect(shift.hands.page.getByLabel("Cards that came back")).toBeVisible();
  });
}

/** Those of somebody who sends cards home. */
export async function atReturns(mistakes: Mistakes, shift: GraderShift): Promise<void> {
  await mistakes.make("the label of another parcel", async () => {
    const [pack, other] = [mistakes.pack("plain"), mistakes.pack("plain", 1)];
    await shift.sendHome(pack, other.parcel);
    await mistakes.undo(
      shift.hands.page.getByRole("button", { name: `Undo: Sent back to its owner, ${pack.name}` }),
    );
  });
}
