import postgres from "postgres";
import { paths } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { addAuthenticator, dropAuthenticators } from "../../sandbox/builders/authenticator.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/** Every call of the product to the auth and the data service goes through the stub. */
const stubbed = new StubbedProduct();
const { product, stub } = stubbed;
const asked: string[] = [];

beforeAll(() => stubbed.start(), 60_000);
beforeEach(() => {
  asked.length = 0;
  stub.intercept = ({ path }) => {
    asked.push(path.replace(/^\/(auth|rest)\/v1\//, ""));
    return undefined;
  };
});
afterAll(() => stubbed.stop());

/** The cookies of a browser that has just logged in. */
async function logIn(email: string): Promise<string> {
  const { cookie } = await product.post("/api/auth/login", { email, password: PASSWORD });
  asked.length = 0;
  return cookie;
}

const open = (path: string, cookie: string) => product.get(path, { cookie });

const withoutRole = (cookie: string) =>
  cookie
    .split("; ")
    .filter((part) => !part.startsWith("staff-role="))
    .join("; ");

test("a page of the staff asks once for its rows and once who is calling", async () => {
  const cookie = await logIn("staff2@slabrelay.test");
  expect(cookie).toContain("staff-role=staff.");
  const page = await open(staffPaths.orders, cookie);
  expect(page.body).toContain("Orders");
  expect(asked.sort()).toEqual(["rpc/staff_list_orders", "user"]);
});

test("without a fresh role middleware asks for it, and the browser keeps it", async () => {
  const cookie = await logIn("staff2@slabrelay.test");
  const first = await open(staffPaths.reconcile, withoutRole(cookie));
  expect(first.status).toBe(200);
  expect(asked.sort()).toEqual(["rpc/get_session_context", "rpc/staff_reconciliation", "user"]);
  const role = first.cookie.split("; ").find((part) => part.startsWith("staff-role="));
  asked.length = 0;
  await open(staffPaths.reconcile, `${withoutRole(cookie)}; ${role}`);
  expect(asked.sort()).toEqual(["rpc/staff_reconciliation", "user"]);
});

test("the profile asks for a customer's role once, for the page and its header", async () => {
  const cookie = await logIn((await stubbed.anAccount()).email);
  expect(cookie).not.toContain("staff-role");
  expect((await open(paths.profile, cookie)).status).toBe(200);
  expect(asked.filter((path) => path === "rpc/get_profile_page")).toHaveLength(1);
  expect(asked).not.toContain("rpc/get_session_context");
});

test("a session of staff that has not seen their second factor is asked for it, and shown nothing", async () => {
  const email = "staff3@slabrelay.test";
  const cookie = await logIn(email);
  // From now on the database answers no role to this session.
  const sql = postgres(stubbed.settings.SANDBOX_DATABASE_URL, { max: 1, onnotice: () => {} });
  const [staff] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  await addAuthenticator(sql, String(staff?.id));
  try {
    for (const cookies of [cookie, withoutRole(cookie)]) {
      const page = await open(staffPaths.orders, cookies);
      expect(page.status).toBe(200);
      expect(page.body).toContain("One more step");
      expect(page.body).not.toContain("data-order=");
    }
  } finally {
    await dropAuthenticators(sql, String(staff?.id));
    await sql.end();
  }
});
