import { getSessionContext } from "@/lib/auth/data";
import { getProfilePage } from "@/lib/membership/data";
import { getDashboard, getOrderToPrint, getSubmitPage } from "@/lib/orders/data";
import { addAuthenticator, dropAuthenticators } from "../../sandbox/builders/authenticator";
import { accessTokenOf } from "../../sandbox/builders/person";
import { addOrder, addStaff } from "../../sandbox/builders/rows";
import { connect, personClient, signedUp, undone } from "../../sandbox/builders/test-database";

const sql = connect();
const secret = process.env.SUPABASE_JWT_SECRET ?? "";

/** Somebody with an order, and the tokens of a session before and after the code of an authenticator app. */
async function somebody() {
  const { id, email, accessToken: early } = await signedUp(sql);
  const order = await addOrder(sql, { user_id: id, user_email: email });
  const late = await accessTokenOf(secret, { userId: id, email, aal: "aal2" });
  return { id, order, early, late };
}

/** The tables that people read of themselves. */
const tables = ["grading_orders", "order_admin", "profiles", "subscriptions"];

const ordersSeen = async (token: string) =>
  (await personClient(token).from("grading_orders").select("id")).data?.length;

test("who has enrolled an authenticator app is somebody only after its code, in every table and function", async () => {
  const { id, order, early, late } = await somebody();
  expect(await ordersSeen(early)).toBe(1);
  await addAuthenticator(sql, id);
  for (const table of tables) expect((await personClient(early).from(table).select("*")).data).toEqual([]);
  for (const read of [
    () => getSubmitPage(early),
    () => getDashboard(early, null, null),
    () => getDashboard(early, null, order.batch_id),
    () => getProfilePage(early),
  ]) {
    await expect(read()).rejects.toMatchObject({ code: "sign_in_required", status: 401 });
  }
  expect(await getOrderToPrint(early, order.id)).toBeNull();
  expect(await ordersSeen(late)).toBe(1);
  expect(await getDashboard(late, null, null)).toMatchObject({ orders: [{ id: order.id }] });

  await dropAuthenticators(sql, id);
  expect(await ordersSeen(early)).toBe(1);
});

test("an app whose first code has not come asks for nothing, nor does that of somebody else", async () => {
  const [me, other] = [await somebody(), await somebody()];
  await addAuthenticator(sql, me.id, "unverified");
  await addAuthenticator(sql, other.id);
  expect(await ordersSeen(me.early)).toBe(1);
});

test("nothing is known of a session that owes the code, nor is its person staff", async () => {
  const { id, early, late } = await somebody();
  await addStaff(sql, id);
  await addAuthenticator(sql, id);
  const nothing = { staff_role: null, profile_complete: false, subscription: null, renewing_customer: null };
  expect(await getSessionContext(early)).toEqual(nothing);
  expect(await getSessionContext(late)).toMatchObject({ staff_role: "staff" });
});

test("who owes the code may ask what is known of them; a token of nobody may not", () =>
  undone(sql, async (tx) => {
    await tx`set local role authenticated`;
    await tx`select set_config('request.jwt.claims', '{"role": "authenticated", "aal": "aal1"}', true)`;
    await expect(tx`select public.get_session_context()`).rejects.toThrow("sign in first");
  }));

test("who is calling is asked once for a whole query, however many rows there are", async () => {
  const { id } = await somebody();
  const plan = await sql.begin(async (tx) => {
    await tx`set local role authenticated`;
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, aal: "aal1" })}, true)`;
    const lines: string[] = [];
    for (const table of tables) {
      const rows = await tx<
        { "QUERY PLAN": string }[]
      >`explain (verbose, costs off) select * from ${tx(table)}`;
      lines.push(...rows.map((row) => row["QUERY PLAN"]));
    }
    return lines;
  });
  // As the output of an InitPlan it is a value; in a filter it would be asked for each row.
  expect(plan.filter((line) => /Output: private\.first_id_for_staff\(\)/.test(line))).toHaveLength(
    tables.length,
  );
  expect(plan.filter((line) => /(Filter|Cond): .*private\./.test(line))).toEqual([]);
});
