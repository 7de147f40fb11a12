import type { Page } from "playwright/test";
import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { newBatchId } from "../lib/orders/batch-id.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { logInAsStaff, type Product } from "../sandbox/builders/product.ts";
import { addOrder, addOrders, addProfile } from "../sandbox/builders/rows.ts";
import { database } from "../sandbox/builders/test-database.ts";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { contrastProblems } from "./support/accessibility.ts";

/** Also the width of a 1280 px screen at 400% zoom. */
const NARROWEST = { width: 320, height: 700 };
/** Breakpoints and widths between them. 720 px is a 1440 px screen at 200% zoom. */
const WIDTHS = [640, 700, 720, 768, 1024, 1280];

test.use({ viewport: NARROWEST, colorScheme: "dark", reducedMotion: "reduce" });

/** `pages` run in the gate, `states` only in the full suite. */
const visitor = {
  pages: [
    paths.home,
    paths.pricing,
    paths.privacy,
    paths.trackSample,
    paths.login,
    paths.signup,
    paths.submitPayg,
    paths.confirmation,
  ],
  states: [
    paths.terms,
    paths.refunds,
    paths.insurance,
    paths.testAuth,
    paths.success,
    paths.track("A".repeat(43)),
    paths.mail("A".repeat(86)),
    `${paths.pricing}?plan=pro`,
    `${paths.login}?next=/submit&plan=free`,
    `${paths.signup}?plan=elite`,
  ],
};
const customer = {
  pages: [paths.dashboard, paths.submit, paths.profile],
  states: [`${paths.dashboard}?tab=all`, paths.submitFree, paths.submitPayg, paths.pricing],
};
const staff = {
  pages: ({ id, batch_id }: { id: string; batch_id: string }) => [
    `${staffPaths.orders}?q=${batch_id}`,
    staffPaths.order(id),
    staffPaths.receive,
    staffPaths.grader,
    staffPaths.returns,
    staffPaths.reconcile,
    staffPaths.numbers,
    staffPaths.people,
  ],
  states: () => [
    staffPaths.orders,
    `${staffPaths.orders}?q=nobody-has-this`,
    staffPaths.activity,
    staffPaths.userProfile,
    staffPaths.labels,
  ],
};

type SignIn = (page: Page, account: { email: string; password: string }) => Promise<void>;

/** Signs in as a customer with twelve batches. */
async function asCustomer(page: Page, product: Product, signIn: SignIn): Promise<void> {
  const person = await product.person();
  await addProfile(database(), person.userId);
  await addOrders(database(), person, 12, {
    submission_status: "completed",
    tracking_number: "9400100000000000000000",
    return_carrier: "usps",
  });
  await signIn(page, { email: person.email, password: PASSWORD });
}

/** Signs in as the owner. Returns an order with the widest possible batch ID. */
async function asOwner(page: Page, product: Product, signIn: SignIn) {
  const { email } = await logInAsStaff(product, database(), "owner");
  const person = await product.person();
  await addProfile(database(), person.userId, { phone: "+1 (503) 555-0100" });
  const order = await addOrder(database(), {
    user_id: person.userId,
    user_email: person.email,
    batch_id: `BATCH-${"W".repeat(16)}-${newBatchId().slice(-4)}`,
    tracking_number: "9400100000000000000000",
  });
  await signIn(page, { email, password: PASSWORD });
  return order;
}

test.describe("the narrowest screen", () => {
  type Check = { page: Page; expectAccessible: (page: Page, isWhole: boolean) => Promise<void> };
  const check = async ({ page, expectAccessible }: Check, addresses: string[]) => {
    for (const path of addresses) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await expectNoSidewaysScroll(page);
        await expectAccessible(page, true);
      });
    }
  };

  test("keeps visitor pages within 320 px and accessible in dark mode", async ({
    page,
    expectAccessible,
  }) => {
    await check({ page, expectAccessible }, visitor.pages);
  });

  test("keeps customer pages within 320 px and accessible in dark mode", async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    await asCustomer(page, product, signIn);
    await check({ page, expectAccessible }, customer.pages);
  });

  test("keeps staff pages within 320 px and accessible in dark mode", async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    const order = await asOwner(page, product, signIn);
    await check({ page, expectAccessible }, staff.pages(order));
  });

  test("keeps other visitor pages within 320 px and accessible in dark mode", { tag: "@full" }, async ({
    page,
    expectAccessible,
  }) => {
    await check({ page, expectAccessible }, visitor.states);
  });

  test("keeps other customer pages within 320 px and accessible in dark mode", { tag: "@full" }, async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    await asCustomer(page, product, signIn);
    await check({ page, expectAccessible }, customer.states);
  });

  test("keeps other staff pages within 320 px and accessible in dark mode", { tag: "@full" }, async ({
    page,
    product,
    signIn,
    expectAccessible,
  }) => {
    await asOwner(page, product, signIn);
    await check({ page, expectAccessible }, staff.states());
  });
});

test.describe("other widths", {
  tag: "@full",
}, () => {
  const check = async (page: Page, addresses: string[]) => {
    test.slow();
    await page.emulateMedia({ colorScheme: "light" });
    for (const path of addresses) {
      await test.step(path, async () => {
        await page.setViewportSize(NARROWEST);
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        const running = await page.evaluate(
          () => document.getAnimations().filter(({ playState }) => playState === "running").length,
        );
        expect(running, `${path} moves despite reduced motion`).toBe(0);
        expect(await contrastProblems(page)).toEqual([]);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 700 });
          await expectNoSidewaysScroll(page);
        }
      });
    }
  };

  test("fits visitor pages to each width in light mode without motion", async ({ page }) =>
    check(page, [...visitor.pages, ...visitor.states]));

  test("fits customer pages to each width in light mode without motion", async ({
    page,
    product,
    signIn,
  }) => {
    await asCustomer(page, product, signIn);
    await check(page, [...customer.pages, ...customer.states]);
  });

  test("fits staff pages to each width in light mode without motion", async ({ page, product, signIn }) => {
    const order = await asOwner(page, product, signIn);
    await check(page, [...staff.pages(order), ...staff.states()]);
  });
});
