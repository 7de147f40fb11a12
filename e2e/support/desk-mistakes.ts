import { expect } from "playwright/test";
import { aParcel, type DayPackage } from "../../sandbox/builders/desk-day.ts";
import type { Mistakes } from "./mistakes.ts";

/** Those of somebody at the receiving desk, before the packages are worked. */
export async function atDesk(mistakes: Mistakes): Promise<void> {
  const { page } = mistakes.hands;
  const shift = mistakes.desk;
  await mistakes.make("wrong count", async () => {
    const pack = mistakes.pack("plain", 0);
    await mistakes.hands.scan(pack.name);
    await shift.countAs(pack, pack.expected + 7, null);
    await shift.desk.expectResult(`${pack.name}: counted ${pack.expected + 7} of ${pack.expected}`);
    await mistakes.undoAtDesk();
  });
  await mistakes.make("another parcel's barcode in place of the count", async () => {
    const pack = mistakes.pack("plain", 7);
    const code = aParcel(903);
    await mistakes.hands.scan(pack.name);
    await expect(shift.desk.counted).toBeFocused();
    await mistakes.hands.scan(code);
    await shift.desk.expectResult(`Tracking number ${code} noted`);
    await expect(shift.desk.counted).toHaveValue("");
    await mistakes.hands.press("Escape");
    await expect(shift.desk.batch).toBeFocused();
  });
  await mistakes.make("wrong batch checked in, on the wrong shelf", async () => {
    const pack = mistakes.pack("plain", 8);
    await mistakes.hands.scan(pack.name);
    await shift.countAs(pack, pack.expected, "Z-98");
    await shift.desk.expectResult(`${pack.name}: counted ${pack.expected} of ${pack.expected}`);
    await mistakes.undoAtDesk();
  });
  await mistakes.make("one box taken for the first of two", async () => {
    const pack = mistakes.pack("plain", 9);
    await mistakes.hands.scan(pack.name);
    await shift.typeCount(1);
    await mistakes.hands.click(page.getByRole("button", { name: "Box 1 of 2, more to come" }));
    await shift.desk.expectResult(`${pack.name}: box 1 counted, 1 of ${pack.expected} so far`);
    await mistakes.undoAtDesk();
  });
  await mistakes.make("set aside what is not here", async () => {
    const pack = mistakes.pack("awaited_unpaid");
    await shift.setAside(pack);
    await mistakes.undoAtDesk();
  });
  await mistakes.make("arrived what is not here", async () => {
    const pack = mistakes.pack("awaited");
    await shift.arrive(pack);
    await mistakes.undo(page.getByRole("button", { name: `Undo: Marked as arrived, ${pack.name}` }));
  });
}

/** Those about a package that was kept without a batch. */
export async function aboutKept(mistakes: Mistakes, pack: DayPackage): Promise<void> {
  const { page } = mistakes.hands;
  await mistakes.make("matched to the wrong batch", async () => {
    await mistakes.desk.beginMatch(pack, mistakes.pack("plain", 10));
    await mistakes.undoAtDesk();
  });
  await mistakes.make("corrected the wrong package", async () => {
    await mistakes.hands.click(page.getByRole("button", { name: `Edit the package of ${pack.customer}` }));
    const dialog = page.locator("dialog:modal");
    await mistakes.hands.fill(dialog.getByRole("textbox", { name: /^Shelf/ }), "Z-97");
    await mistakes.hands.press("Enter");
    await expect(dialog).toHaveCount(0);
    await mistakes.undo(
      page.getByRole("button", { name: `Undo: Corrected the package of ${pack.customer}` }),
    );
  });
  await mistakes.make("deleted the wrong package", async () => {
    await mistakes.hands.click(page.getByRole("button", { name: `Delete the package of ${pack.customer}` }));
    await mistakes.undo(page.getByRole("button", { name: `Undo: Deleted the package of ${pack.customer}` }));
  });
}

/** Those about what is set aside. */
export async function aboutAsides(mistakes: Mistakes): Promise<void> {
  const { page } = mistakes.hands;
  const pack = () => mistakes.pack("canceled");
  await mistakes.make("asked about the wrong package", async () => {
    await mistakes.desk.noteAsked(pack(), "Asked about another one");
    await mistakes.undo(page.getByRole("button", { name: `Undo: Noted who was asked, ${pack().name}` }));
  });
  await mistakes.make("taken off what is set aside", async () => {
    await mistakes.hands.click(page.getByRole("button", { name: `Take off: ${pack().name}` }));
    await mistakes.undo(
      page.getByRole("button", { name: `Undo: Taken off what is set aside, ${pack().name}` }),
    );
  });
}
