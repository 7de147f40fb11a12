import { withQuery } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff } from "../sandbox/builders/product.ts";
import { addOrder, eventsOf, storedOrder } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { DeskPage } from "./pages/desk.page.ts";
import { Keyboard } from "./support/keyboard.ts";

const PARCEL = "9400110200881234567890";

/** The tones of the beeps that the page plays, in place of a loudspeaker. */
async function hearBeeps(page: DeskPage["page"]): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    class Silent {
      currentTime = 0;
      destination = {};
      createGain = () => ({ gain: { value: 0 }, connect: () => ({}) });
      createOscillator = () => {
        const frequency = { value: 0 };
        return {
          frequency,
          connect: (next: unknown) => next,
          start: () => heard.push(frequency.value),
          stop: () => undefined,
        };
      };
    }
    Object.assign(window, { AudioContext: Silent });
  });
  return () => page.evaluate(() => [...(window as unknown as { heard: number[] }).heard]);
}

test("scan, count, scan: the next label checks in what agrees, without another key", async ({
  admin,
  page,
  expectAccessible,
}) => {
  const [first, second, third] = [
    await addOrder(database(), { num_cards: 10 }),
    await addOrder(database(), { num_cards: 7 }),
    await addOrder(database(), { num_cards: 5 }),
  ];
  const desk = new DeskPage(page);
  await desk.open();
  await expect(page.getByPlaceholder("BATCH- may be left out")).toBeFocused();
  await expect(page.getByRole("link", { name: /^[\d,]+\+? to check in$/ })).toBeVisible();
  await desk.scan(first.batch_id.replace("BATCH-", "").toLowerCase());
  await desk.count(10);
  await expect(page.getByText("of 10", { exact: true })).toBeVisible();
  await desk.scan(second.batch_id);
  await desk.expectResult(`${first.batch_id}: counted 10 of 10`);
  await desk.count(7);
  await expectAccessible(page);
  // One that differs is typed again first; the next label waits.
  await desk.scan(third.batch_id);
  await desk.expectResult(`${second.batch_id}: counted 7 of 7`);
  await desk.count(4);
  await desk.scan(first.batch_id);
  await desk.expectResult("You counted 4, and 5 are expected");
  await expectAccessible(page);
  expect((await storedOrder(database(), third.id)).received_count).toBeNull();
  await desk.count(4);
  await page.keyboard.press("Enter");
  await desk.expectResult(`${first.batch_id} was received before`);
  expect((await storedOrder(database(), third.id)).received_count).toBe(4);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.expectNoSidewaysScroll();
});

test("no scan is lost: after a result, at a batch received before, in any field, on any button", {
  tag: "@full",
}, async ({ admin: { page } }) => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => addOrder(database(), { num_cards: 3 })));
  const [first, second, third, fourth, fifth, sixth] = orders.map(({ batch_id }) => batch_id);
  const title = (code: string | undefined) =>
    page.getByRole("heading", { level: 2, name: String(code), exact: true });
  const keyboard = new Keyboard(page);
  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan(first);
  await desk.count(3);
  await page.keyboard.press("Enter");
  await desk.expectResult(`${first}: counted 3 of 3`);
  // On the button that takes the result back.
  await keyboard.tabTo(desk.result.getByRole("button", { name: /^Undo/ }));
  await desk.scan(second);
  await expect(title(second)).toBeVisible();
  expect((await storedOrder(database(), orders[0]?.id ?? "")).received_count).toBe(3);
  // In the field of the shelf, behind what is typed there.
  await keyboard.type(page.getByRole("textbox", { name: /^Shelf/ }), "A-7");
  await desk.scan(PARCEL);
  await desk.expectResult(`Tracking number ${PARCEL} noted`);
  await expect(page.getByRole("textbox", { name: /^Shelf/ })).toHaveValue("A-7");
  await desk.scan(third);
  await expect(title(third)).toBeVisible();
  await desk.expectResult(`${second} was left`);
  // In the list of conditions, and where nothing has the focus.
  await keyboard.tabTo(page.getByLabel("Condition"));
  await desk.scan(fourth);
  await expect(title(fourth)).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await desk.scan(fifth);
  await expect(title(fifth)).toBeVisible();
  // A carrier's label behind a count, and no count of it.
  await desk.count(3);
  await desk.scan(PARCEL);
  await desk.expectResult(`Tracking number ${PARCEL} noted`);
  await expect(desk.counted).toHaveValue("3");
  await desk.scan(sixth);
  await desk.expectResult(`${fifth}: counted 3 of 3`);
  await expect(title(sixth)).toBeVisible();
  expect(await storedOrder(database(), orders[4]?.id ?? "")).toMatchObject({ inbound_tracking: PARCEL });
  // At a batch received before.
  await desk.scan(first);
  await desk.expectResult(`${first} was received before`);
  await keyboard.tabTo(page.getByRole("button", { name: "Count again" }));
  await desk.scan(sixth);
  await expect(title(sixth)).toBeVisible();
});

test("two at one package: the form of the second closes, and a recount can start from there", {
  tag: "@full",
}, async ({ admin: { page }, openBrowser, product, signIn }) => {
  const { id, batch_id } = await addOrder(database(), { num_cards: 4 });
  const { email } = await logInAsStaff(product, database());
  const other = await openBrowser();
  await signIn(other, { email, password: PASSWORD });
  const [mine, theirs] = [new DeskPage(page), new DeskPage(other)];
  for (const desk of [mine, theirs]) {
    await desk.open();
    await desk.scan(batch_id);
    await desk.count(4);
  }
  await other.keyboard.press("Enter");
  await theirs.expectResult(`${batch_id}: counted 4 of 4`);
  await page.keyboard.press("Enter");
  await mine.expectResult(`${batch_id} was received before`);
  await mine.expectResult(new RegExp(email));
  await expect(mine.counted).toHaveCount(0);
  await new Keyboard(page).press(page.getByRole("button", { name: "Count again" }));
  await mine.count(4);
  await page.keyboard.press("Enter");
  await mine.expectResult(`${batch_id}: counted 4 of 4`);
  const types = (await eventsOf(database(), id)).map(({ type }) => type);
  expect(types.filter((type) => type === "recounted")).toHaveLength(1);
});

test("what is typed wrongly is asked for again, and what stands against a package is said", {
  tag: "@full",
}, async ({ admin: { page }, expectAccessible }) => {
  const order = await addOrder(database(), { num_cards: 10 });
  const lookUp = async (code: string) => page.goto(withQuery(staffPaths.receive, { code }));
  const desk = new DeskPage(page);
  await lookUp(order.batch_id);
  await expect(page).toHaveTitle(/^Receiving desk/);
  await desk.counted.fill("x");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please enter how many cards you counted.")).toBeVisible();
  await desk.counted.fill("10000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is a code, not a count.", { exact: false })).toBeVisible();
  await desk.counted.fill("8");
  await page.keyboard.press("Enter");
  await desk.expectResult("You counted 8, and 10 are expected");
  await expect(desk.counted).toBeFocused();
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  await desk.expectResult("You counted 9, and 10 are expected");
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  await desk.expectResult(`${order.batch_id}: counted 9 of 10`);

  await lookUp(order.batch_id);
  await desk.expectResult(`${order.batch_id} was received before`);
  for (const [columns, words] of [
    [{ dispute_status: "needs_response" }, "The payment of this batch is disputed"],
    [{ payment_status: "canceled" }, "This batch was canceled"],
    [{ payment_status: "canceled", refunded_cents: 100, total_paid: 250 }, "This batch was refunded"],
    [{ payment_status: "pending" }, "This batch is not paid"],
  ] as const) {
    await lookUp((await addOrder(database(), columns)).batch_id);
    await desk.expectResult(words);
    await expectAccessible(page);
  }
  await new Keyboard(page).press(page.getByRole("button", { name: "Count anyway" }));
  await expect(desk.counted).toBeFocused();
});

test("each result has a sound, once it is switched on; the browser remembers that", { tag: "@full" }, async ({
  admin: { page },
}) => {
  const { batch_id } = await addOrder(database(), { num_cards: 3 });
  const beeps = await hearBeeps(page);
  const desk = new DeskPage(page);
  await desk.open();
  await desk.scan("NO-SUCH-BATCH");
  await desk.expectResult("No batch “NO-SUCH-BATCH”");
  expect(await beeps()).toEqual([]);
  await new Keyboard(page).tabTo(page.getByLabel("Sound"));
  await page.keyboard.press("Space");
  await desk.open();
  await expect(page.getByLabel("Sound")).toBeChecked();
  await desk.scan("NO-SUCH-BATCH");
  await desk.expectResult("No batch “NO-SUCH-BATCH”");
  await expect.poll(beeps).toEqual([200]);
  await desk.scan(batch_id);
  await desk.count(2);
  await page.keyboard.press("Enter");
  await desk.expectResult("You counted 2, and 3 are expected");
  await expect.poll(beeps).toEqual([200, 880, 520, 520]);
});
