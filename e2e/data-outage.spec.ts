import { staffPaths } from "../lib/base/staff-paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { AdminPage } from "./pages/admin.page.ts";
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

/** Fails calls to `path` as PostgREST does without its database. */
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

test("shows staff which read failed and recovers on retry", { tag: "@full" }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(page, OWNER);
  const admin = new AdminPage(page);
  loseDatabase("rpc/");
  // The cookie caches the role from the login.
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
