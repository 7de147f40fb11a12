import { paths } from "../lib/base/paths.ts";
import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { AdminPage } from "./pages/admin.page.ts";
import { ProfilePage } from "./pages/profile.page.ts";
import { StubbedProduct } from "./support/stubbed-product.ts";

const stubbed = new StubbedProduct();
const OWNER = { email: "owner@slabrelay.test", password: PASSWORD };

test.describe.configure({ mode: "default" });
test.use(stubbed.fixtures);
test.beforeAll(() => stubbed.start());
test.afterAll(() => stubbed.stop());
const returnDatabase = () => {
  stubbed.stub.intercept = undefined;
};

test.afterEach(returnDatabase);

/** The data service as its database goes away: it answers every call under `path` as PostgREST does then. */
function loseDatabase(path: string): void {
  const body = {
    code: "PGRST000",
    message: "Could not connect with the database",
    details: null,
    hint: null,
  };
  stubbed.stub.intercept = (call) =>
    call.path.startsWith(`/rest/v1/${path}`) ? { status: 503, body } : undefined;
}

test("a profile that cannot be read says so, and comes back by itself", { tag: "@full" }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, await stubbed.anAccount());
  loseDatabase("rpc/get_profile_page");
  const profile = new ProfilePage(page);
  await profile.open();
  await expect(page.getByText("Failed to load profile")).toBeVisible();
  await expect(profile.save).toHaveCount(0);
  await expectAccessible(page);
  returnDatabase();
  await page.getByRole("button", { name: "Refresh Page" }).first().click();
  await expect(profile.name).toBeVisible();
});

test("a profile that cannot be saved says so, keeps what was typed, and is saved at the next try", {
  tag: "@full",
}, async ({ page, signIn, expectAccessible }) => {
  await signIn(page, await stubbed.anAccount());
  const profile = new ProfilePage(page);
  await profile.open();
  const address = {
    "Full name": "Jane Collector",
    "Address line 1": "1 Main St",
    City: "Portland",
    State: "OR",
    "ZIP code": "97201",
  };
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value);
  loseDatabase("rpc/upsert_profile");
  await profile.save.click();
  await expect(page.getByRole("alert").filter({ hasText: "Failed to save profile" })).toBeVisible();
  await expect(profile.city).toHaveValue("Portland");
  await expectAccessible(page);
  returnDatabase();
  await profile.save.click();
  await profile.expectSaved();
});

test("submissions that cannot be read say so, and Try Again reads them", { tag: "@full" }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, await stubbed.anAccount());
  loseDatabase("rpc/get_dashboard");
  await page.goto(paths.dashboard);
  await expect(page.getByRole("heading", { name: "Error Loading Dashboard" })).toBeVisible();
  await expect(
    page.getByText("Unable to load your submissions. Please try refreshing the page."),
  ).toBeVisible();
  await expectAccessible(page);
  returnDatabase();
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Error Loading Dashboard" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Submit New Cards" }).first()).toBeVisible();
});

test("staff are told what failed: their rights, the list, a person's page", { tag: "@full" }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, OWNER);
  const admin = new AdminPage(page);
  loseDatabase("rpc/");
  // Else the role is known from the log-in, and only the list is missing.
  await page.context().clearCookies({ name: "staff-role" });
  await page.goto(staffPaths.orders);
  await expect(page.getByText("We couldn't check your access. Please try again.")).toBeVisible();
  loseDatabase("rpc/staff_");
  await page.goto(staffPaths.orders);
  await expect(page.getByText("Failed to fetch orders")).toBeVisible();
  await expectAccessible(page);
  const someone = "00000000-0000-4000-8000-000000000001";
  await page.goto(`${staffPaths.userProfile}?user_id=${someone}`);
  await expect(page.getByText("Failed to fetch user profile")).toBeVisible();
  await expectAccessible(page);
  returnDatabase();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("No Profile Found")).toBeVisible();
  await admin.open();
});

test("a page that cannot be made names the reference by which the log tells of it", { tag: "@full" }, async ({
  browser,
  expectAccessible,
}) => {
  // Not the test's own page, on whose console no error may be: React always tells of this one there.
  const page = await browser.newPage({ baseURL: stubbed.settings.APP_URL });
  loseDatabase("rpc/get_tracked_");
  const token = "t".repeat(43);
  const response = await page.goto(paths.track(token));
  const id = response?.headers()["x-request-id"] ?? "";
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByText(`Reference ID: ${id}`)).toBeVisible();
  await expectAccessible(page);
  const told = stubbed.lines.filter((line) => line.includes('"page.failed"') && line.includes(id));
  expect(told.length).toBeGreaterThan(0);
  expect(told.join()).not.toContain(token);
  returnDatabase();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toHaveCount(0);
  await page.close();
});
