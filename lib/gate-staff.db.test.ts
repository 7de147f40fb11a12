import { addAuthenticator } from "@/sandbox/builders/authenticator";
import { catchLog } from "@/sandbox/builders/caught-log";
import { cookieOf, logInAs, staffCookiesOf, visit } from "@/sandbox/builders/gate-visit";
import { connect } from "@/sandbox/builders/test-database";

/* What middleware makes of somebody before the staff's pages, beyond whom it leads where (gate.db.test.ts). */

const sql = connect();
const logged = catchLog();

/** Where the database cannot be asked. */
let mockIsAway = false;
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  const env = () => ({ ...actual.env(), ...(mockIsAway ? { SUPABASE_URL: "http://127.0.0.1:1" } : {}) });
  return { ...actual, env };
});
beforeEach(() => {
  mockIsAway = false;
});

test("staff who owe the code of their app reach the page, which asks for it, and no role is kept", async () => {
  const session = await logInAs(sql, "staff");
  await addAuthenticator(sql, session.user.id);
  const { leadsTo, cookies } = await visit("/admin", cookieOf(session));
  expect(leadsTo).toBeNull();
  expect(cookies.has("staff-role")).toBe(false);
  expect(logged("staff.refused")).toEqual([]);
});

test("an app that was begun and never proven owes nothing: its customer is led away", async () => {
  const session = await logInAs(sql, "customer");
  await addAuthenticator(sql, session.user.id, "unverified");
  expect((await visit("/admin", cookieOf(session))).leadsTo).toBe("/dashboard");
});

test("a role that the browser's cookie proves is not asked for again", async () => {
  const session = await logInAs(sql, "staff");
  mockIsAway = true;
  expect((await visit("/admin", staffCookiesOf(session, 300))).leadsTo).toBeNull();
  expect(logged("middleware.role_unread")).toEqual([]);
});

test("the desk's camera may run its decoder, and no other page anything of the kind", async () => {
  const cookies = staffCookiesOf(await logInAs(sql, "staff"), 300);
  const policyOf = async (path: string) => (await visit(path, cookies)).policy;
  expect(await policyOf("/admin/receive")).toContain("'wasm-unsafe-eval'");
  for (const path of ["/admin", "/admin/returns", "/dashboard"])
    expect(await policyOf(path)).not.toContain("wasm-unsafe-eval");
});

test("a role that is about to run out is asked for, for the page behind must read it as well", async () => {
  const session = await logInAs(sql, "staff");
  const { cookies, handedOn } = await visit("/admin", staffCookiesOf(session, 10));
  const fresh = cookies.get("staff-role")?.value;
  expect(fresh).toBeDefined();
  expect(handedOn("cookie")).toContain(`staff-role=${encodeURIComponent(String(fresh))}`);
});
