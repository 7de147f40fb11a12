import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { newBatchId } from "../lib/orders/batch-id.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff } from "../sandbox/builders/product.ts";
import { addOrder, addOrders, addProfile } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, test } from "./fixtures.ts";
import { contrastProblems } from "./support/accessibility.ts";
import { expectNoSidewaysScroll } from "./support/narrow.ts";

/** 320 px is also what a screen of 1280 px has at 400 % zoom. */
const NARROWEST = { width: 320, height: 700 };
/** Where the looks change, and what lies between; 720 px is a screen of 1440 px at 200 % zoom. */
const WIDTHS = [640, 700, 720, 768, 1024, 1280];

test.use({ viewport: NARROWEST, colorScheme: "dark", reducedMotion: "reduce" });

const visitor = [
  paths.home,
  paths.pricing,
  `${paths.pricing}?plan=pro`,
  paths.terms,
  paths.privacy,
  paths.refunds,
  paths.insurance,
  paths.trackSample,
  paths.login,
  `${paths.login}?next=/submit&plan=free`,
  paths.signup,
  `${paths.signup}?plan=elite`,
  paths.testAuth,
  paths.submitPayg,
  paths.success,
  paths.confirmation,
  paths.track("A".repeat(43)),
  paths.mail("A".repeat(86)),
];
const customer = [
  paths.dashboard,
  `${paths.dashboard}?tab=all`,
  paths.submit,
  paths.submitFree,
  paths.submitPayg,
  paths.profile,
  paths.pricing,
];
/** In parts: all in one test would be the last to end. */
const staff: Record<string, (order: { id: string; batch_id: string }) => string[]> = {
  orders: ({ id, batch_id }) => [
    staffPaths.orders,
    `${staffPaths.orders}?q=nobody-has-this`,
    `${staffPaths.orders}?q=${batch_id}`,
    staffPaths.order(id),
  ],
  "desk, groups and returns": () => [staffPaths.receive, staffPaths.grader, staffPaths.returns],
  "house and what was done in it": () => [staffPaths.reconcile, staffPaths.numbers, staffPaths.activity],
  "people and labels": () => [staffPaths.people, staffPaths.userProfile, staffPaths.labels],
};

test.describe("on the narrowest screen, in the dark, every page fits and is accessible:", () => {
  type Check = { page: Page; expectAccessible: (page: Page, isWhole: boolean) => Promise<void> };
  const check = async ({ page, expectAccessible }: Check, path: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
    await expectNoSidewaysScroll(page);
    const running = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === "running").length,
    );
    expect(running, `${path} moves although less motion is asked for`).toBe(0);
    await expectAccessible(page, true);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await contrastProblems(page), `${path} in the light`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize(NARROWEST);
  };

  for (const path of visitor) {
    test(`a visitor's ${path}`, async ({ page, expectAccessible }) => {
      await check({ page, expectAccessible }, path);
    });
  }

  test("a customer's", async ({ page, product, signIn, expectAccessible }) => {
    test.slow();
    const person = await product.person();
    await addProfile(database(), person.userId);
    await addOrders(database(), person, 12, {
      submission_status: "completed",
      tracking_number: "9400100000000000000000",
      return_carrier: "usps",
    });
    await signIn(page, { email: person.email, password: PASSWORD });
    for (const path of customer) await check({ page, expectAccessible }, path);
  });

  for (const [part, pathsOf] of Object.entries(staff)) {
    test(`a member of staff's ${part}`, async ({ page, product, signIn, expectAccessible }) => {
      test.slow();
      const { email } = await logInAsStaff(product, database(), "owner");
      const customer = await product.person();
      await addProfile(database(), customer.userId, { phone: "+1 (503) 555-0100" });
      const order = await addOrder(database(), {
        user_id: customer.userId,
        user_email: customer.email,
        // The widest that a batch ID can be.
        batch_id: `BATCH-${"W".repeat(16)}-${newBatchId().slice(-4)}`,
        tracking_number: "9400100000000000000000",
      });
      await signIn(page, { email, password: PASSWORD });
      for (const path of pathsOf(order)) await check({ page, expectAccessible }, path);
    });
  }
});
