import { randomUUID } from "node:crypto";
import { getSessionContext } from "@/lib/auth/data";
import { getProfilePage } from "@/lib/membership/data";
import { getDashboard, getOrderToPrint, getSubmitPage } from "@/lib/orders/data";
import { anEmail } from "../../sandbox/builders/ids";
import { accessTokenOf, addAuthenticator, dropAuthenticators } from "../../sandbox/builders/person";
import { addOrder, addStaff, addUser } from "../../sandbox/builders/rows";
import type { Order } from "../../sandbox/builders/sql-functions";
import {
  addSignedInPerson,
  call,
  connect,
  personClient,
  serverClient,
  signUp,
  type Transaction,
  withRollback,
} from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

const link = (id: string) => call<number>(server, "link_guest_orders", { p_user_id: id });
const aGuestOrder = async (guest_email: string, payment_status = "paid") =>
  (await addOrder(sql, { guest_email, payment_status })).id;
const ownerOf = async (id: string) =>
  (await sql<Order[]>`select user_id, user_email from grading_orders where id = ${id}`)[0];
const bind = (p_email: string, p_role: string | null = "staff") =>
  call<{ bound: boolean; reason: string }>(server, "bind_staff", { p_email, p_role });
const roleOf = async (id: string) => (await sql`select role from staff where user_id = ${id}`)[0]?.role;

test("links paid orders of a confirmed email once and records it", async () => {
  const email = anEmail();
  const [first, second, unpaid] = [
    await aGuestOrder(email),
    await aGuestOrder(email.toUpperCase()),
    await aGuestOrder(email, "unpaid"),
  ];
  const user = await addUser(sql, { email });
  expect(await link(user.id)).toBe(2);
  expect(await link(user.id)).toBe(0);
  for (const id of [first, second])
    expect(await ownerOf(id)).toMatchObject({ user_id: user.id, user_email: email });
  expect(await ownerOf(unpaid)).toMatchObject({ user_id: null });
  const events =
    await sql`select to_value, actor_type, public from order_events where order_id = ${first} and type = 'linked'`;
  expect(events).toEqual([{ to_value: user.id, actor_type: "customer", public: false }]);
});

test("links nothing for an unconfirmed email or a missing account", async () => {
  const email = anEmail();
  const order = await aGuestOrder(email);
  const user = await addUser(sql, { email, confirmed: false, chosePassword: true });
  expect(await link(user.id)).toBe(0);
  expect(await link(randomUUID())).toBe(0);
  expect(await ownerOf(order)).toMatchObject({ user_id: null });
});

test("links only the caller's orders and none without an email", () =>
  withRollback(sql, async (tx) => {
    const [email, other] = [anEmail(), anEmail()];
    for (const guest_email of [other, ""]) await addOrder(tx, { guest_email });
    await addUser(tx, { email: other });
    for (const { id } of [await addUser(tx, { email }), await addUser(tx, { email: "" })])
      expect(await tx`select public.link_guest_orders(${id}) as linked`).toEqual([{ linked: 0 }]);
  }));

test("doesn't link an order that a deleted account with the same email had paid for", async () => {
  const email = anEmail();
  const { id } = await addOrder(sql, { user_email: email, guest_email: anEmail() });
  expect(await link((await addUser(sql, { email })).id)).toBe(0);
  expect(await ownerOf(id)).toMatchObject({ user_id: null });
});

test("never links an order that has an owner", async () => {
  const email = anEmail();
  const order = await aGuestOrder(email);
  const [owner, later] = [await addUser(sql), await addUser(sql, { email })];
  await sql`update grading_orders set user_id = ${owner.id} where id = ${order}`;
  expect(await link(later.id)).toBe(0);
  expect(await ownerOf(order)).toMatchObject({ user_id: owner.id });
});

test.each([
  ["dotless i", "i", "\u0131"],
  ["Kelvin sign", "k", "\u212a"],
  ["capital E with accent", "\u00e9", "\u00c9"],
])("folds ASCII letters only: %s", async (_, theirs, lookalike) => {
  for (const [guest, account] of [
    [theirs, lookalike],
    [lookalike, theirs],
  ]) {
    const tail = `${randomUUID()}@example.test`;
    const order = await aGuestOrder(`${guest}-${tail}`);
    const user = await addUser(sql, { email: `${account}-${tail}` });
    expect(await link(user.id)).toBe(0);
    expect(await ownerOf(order)).toMatchObject({ user_id: null });
  }
});

test("links all seven orders in exactly one of 50 concurrent calls", async () => {
  const email = anEmail();
  for (let n = 0; n < 7; n++) await aGuestOrder(email);
  const user = await addUser(sql, { email });
  const counts = await Promise.all(Array.from({ length: 50 }, () => link(user.id)));
  expect(counts.filter((count) => count > 0)).toEqual([7]);
});

const full = {
  full_name: "Ann Collector",
  phone: "+1 555 0100",
  address_line1: "2 Oak",
  address_line2: "Apt 3",
  city: "Bath",
  state: "ME",
  postal_code: "04530",
  country: "CA",
};
const save = (id: string, p_profile: unknown) =>
  call<Record<string, unknown>>(server, "upsert_profile", { p_user_id: id, p_profile });

test("creates an empty profile with every account", async () => {
  for (const { id } of [await signUp(), await addUser(sql)]) {
    const [row] = await sql`select full_name, country, is_complete from profiles where user_id = ${id}`;
    expect(row).toEqual({ full_name: null, country: "US", is_complete: false });
  }
});

test("saves eight fields and ignores everything else", async () => {
  const [user, other] = [await addUser(sql), await addUser(sql)];
  const saved = await save(user.id, {
    ...full,
    user_id: other.id,
    email: "x@example.test",
    role: "owner",
    is_complete: false,
  });
  expect(saved).toEqual({
    ...full,
    user_id: user.id,
    email: user.email,
    is_complete: true,
    updated_at: expect.any(String),
  });
  const [untouched] = await sql`select full_name from profiles where user_id = ${other.id}`;
  expect(untouched).toEqual({ full_name: null });
});

test("keeps missing fields, clears empty ones, trims blanks and restores a missing row", async () => {
  const user = await addUser(sql);
  await save(user.id, full);
  const saved = await save(user.id, { city: "  Portland ", phone: " ", country: "" });
  expect(saved).toMatchObject({ ...full, city: "Portland", phone: null });
  await sql`delete from profiles where user_id = ${user.id}`;
  expect(await save(user.id, full)).toMatchObject(full);
});

test.each(["full_name", "address_line1", "city", "state", "postal_code"])(
  "marks a profile without %s as incomplete",
  async (field) => {
    const user = await addUser(sql);
    expect(await save(user.id, { ...full, phone: "", address_line2: "", [field]: " " })).toMatchObject({
      is_complete: false,
    });
  },
);

test.each([
  ["a country outside the list", { country: "ZZ" }],
  ["a name of 121 characters", { full_name: "x".repeat(121) }],
  ["a list", []],
])("refuses %s", async (_, profile) => {
  const user = await addUser(sql);
  await expect(save(user.id, profile)).rejects.toThrow(/violates|is an object/);
});

test("binds an existing, confirmed account and records each change", async () => {
  const user = await addUser(sql);
  expect(await bind(` ${user.email.toUpperCase()} `)).toMatchObject({ bound: true, reason: "added" });
  expect(await bind(user.email)).toMatchObject({ bound: true, reason: "already_bound" });
  expect(await bind(user.email, "owner")).toMatchObject({ bound: true, reason: "role_changed" });
  expect(await roleOf(user.id)).toBe("owner");
  const events =
    await sql`select type, about from staff_log where after ->> 'user_id' = ${user.id} order by id`;
  expect(events).toEqual([
    { type: "staff_added", about: user.email },
    { type: "role_changed", about: user.email },
  ]);
});

test("binds nothing for an email without an account", async () => {
  const email = anEmail();
  expect(await bind(email)).toEqual({ bound: false, reason: "no_account" });
  const later = await addUser(sql, { email });
  expect(await roleOf(later.id)).toBeUndefined();
});

test("refuses an unconfirmed account, ambiguous email or unknown role", async () => {
  const unconfirmed = await addUser(sql, { confirmed: false });
  expect(await bind(unconfirmed.email)).toEqual({ bound: false, reason: "not_confirmed" });
  const one = await addUser(sql);
  const twin = await addUser(sql, { email: one.email.toUpperCase() });
  expect(await bind(one.email)).toEqual({ bound: false, reason: "ambiguous" });
  for (const role of ["god", null])
    expect(await bind(one.email, role)).toEqual({ bound: false, reason: "unknown_role" });
  for (const { id } of [unconfirmed, one, twin]) expect(await roleOf(id)).toBeUndefined();
});

describe("second factor", () => {
  /** Adds a customer with an order, and tokens from before and after the authenticator code. */
  async function aCustomer() {
    const { id, email, accessToken: unproven } = await addSignedInPerson(sql);
    const order = await addOrder(sql, { user_id: id, user_email: email });
    const proven = accessTokenOf({ userId: id, email, aal: "aal2" });
    return { id, order, unproven, proven };
  }

  const tables = ["grading_orders", "order_admin", "profiles", "subscriptions"];

  const ordersSeen = async (token: string) =>
    (await personClient(token).from("grading_orders").select("id")).data?.length;

  test("hides every table and function until the authenticator code", async () => {
    const { id, order, unproven, proven } = await aCustomer();
    expect(await ordersSeen(unproven)).toBe(1);
    await addAuthenticator(sql, id);
    for (const table of tables)
      expect((await personClient(unproven).from(table).select("*")).data).toEqual([]);
    for (const read of [
      () => getSubmitPage(unproven),
      () => getDashboard(unproven, null, null),
      () => getDashboard(unproven, null, order.batch_id),
      () => getProfilePage(unproven),
    ]) {
      await expect(read()).rejects.toMatchObject({ code: "sign_in_required", status: 401 });
    }
    expect(await getOrderToPrint(unproven, order.id)).toBeNull();
    expect(await ordersSeen(proven)).toBe(1);
    expect(await getDashboard(proven, null, null)).toMatchObject({ orders: [{ id: order.id }] });

    await dropAuthenticators(sql, id);
    expect(await ordersSeen(unproven)).toBe(1);
  });

  test("ignores unverified apps and other people's apps", async () => {
    const [me, other] = [await aCustomer(), await aCustomer()];
    await addAuthenticator(sql, me.id, "unverified");
    await addAuthenticator(sql, other.id);
    expect(await ordersSeen(me.unproven)).toBe(1);
  });

  test("returns no context or staff role before the code", async () => {
    const { id, unproven, proven } = await aCustomer();
    await addStaff(sql, id);
    await addAuthenticator(sql, id);
    const nothing = {
      staff_role: null,
      profile_complete: false,
      subscription: null,
      renewing_customer: null,
    };
    expect(await getSessionContext(unproven)).toEqual(nothing);
    expect(await getSessionContext(proven)).toMatchObject({ staff_role: "staff" });
  });
});

describe("password choices", () => {
  test("links nothing before the mailbox owner chose the password", async () => {
    const email = anEmail();
    const order = await aGuestOrder(email);
    const user = await addUser(sql, { email, chosePassword: false });
    expect(await link(user.id)).toBe(0);
    expect(await ownerOf(order)).toMatchObject({ user_id: null });
    await call(server, "note_password_choice", { p_user_id: user.id });
    expect(await link(user.id)).toBe(1);
  });

  test("links orders of an unproven email if the caller accepts it", async () => {
    const email = anEmail();
    await aGuestOrder(email);
    const user = await addUser(sql, { email, chosePassword: false });
    const accepted = { p_user_id: user.id, p_self_confirmed: true };
    expect(await call<number>(server, "link_guest_orders", accepted)).toBe(1);
  });

  test("links nothing after an email change until a new password choice", async () => {
    const user = await addUser(sql);
    const email = anEmail();
    const order = await aGuestOrder(email);
    await sql`update auth.users set email = ${user.email.toUpperCase()} where id = ${user.id}`;
    expect(await sql`select 1 from password_choices where user_id = ${user.id}`).toHaveLength(1);
    await sql`update auth.users set email = ${email} where id = ${user.id}`;
    expect(await link(user.id)).toBe(0);
    expect(await ownerOf(order)).toMatchObject({ user_id: null });
    await call(server, "note_password_choice", { p_user_id: user.id });
    expect(await link(user.id)).toBe(1);
  });

  test("links nothing after an email change without a password", async () => {
    const user = await addUser(sql, { chosePassword: false });
    const email = anEmail();
    await aGuestOrder(email);
    await sql`update auth.users set encrypted_password = null, email = ${email} where id = ${user.id}`;
    expect(await link(user.id)).toBe(0);
  });

  describe("an account of another site, without a password", () => {
    /** An account that began at another site. The auth service emails a confirmation where that site doesn't vouch for the address. */
    async function connected({ isVouchedFor }: { isVouchedFor: boolean }) {
      const email = anEmail();
      await aGuestOrder(email);
      const { id } = await addUser(sql, { email, chosePassword: false });
      await sql`update auth.users set encrypted_password = null where id = ${id}`;
      await sql`delete from auth.identities where user_id = ${id}`;
      await sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
          values (gen_random_uuid(), 'github', ${id}, ${id}, ${sql.json({ email, email_verified: true })})`;
      if (!isVouchedFor) await sql`update auth.users set confirmation_sent_at = now() where id = ${id}`;
      return id;
    }
    const sitesOf = async (id: string) =>
      (await sql`select provider from auth.identities where user_id = ${id}`).map(({ provider }) => provider);
    const choose = (id: string) => call(server, "note_password_choice", { p_user_id: id });

    test("gets its guest orders when the site vouches for the email", async () => {
      const id = await connected({ isVouchedFor: true });
      expect(await link(id)).toBe(1);
      expect(await choose(id)).toBe(0);
      expect((await sitesOf(id)).sort()).toEqual(["email", "github"]);
    });

    test("gets them and loses older sites after a password choice", async () => {
      const id = await connected({ isVouchedFor: false });
      // When a stranger sets a password, the auth service forgets that it emailed.
      await sql`update auth.users set encrypted_password = 'theirs', confirmation_sent_at = null where id = ${id}`;
      expect(await link(id)).toBe(0);
      await sql`insert into auth.flow_state (id, user_id, authentication_method, provider_type)
          values (gen_random_uuid(), ${id}, 'oauth', 'github')`;
      expect(await choose(id)).toBe(1);
      expect(await sql`select 1 from auth.flow_state where user_id = ${id}`).toHaveLength(0);
      const [account] = await sql`select raw_app_meta_data as meta from auth.users where id = ${id}`;
      expect(account?.meta).toMatchObject({ provider: "email", providers: ["email"] });
      expect(await sitesOf(id)).toEqual(["email"]);
      expect(await link(id)).toBe(1);
    });

    test.each([
      ["names no address", {}],
      ["doesn't vouch for the address", { email_verified: false }],
    ])("loses a site that %s and was connected before the first choice", async (_, claims) => {
      const { id, email } = await addUser(sql, { chosePassword: false });
      const data = "email_verified" in claims ? { email, ...claims } : claims;
      await sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
          values (gen_random_uuid(), 'github', ${id}, ${id}, ${sql.json(data)}),
            (gen_random_uuid(), 'email', ${id}, ${id}, ${sql.json({ email })})`;
      expect(await choose(id)).toBe(1);
      expect(await sitesOf(id)).toEqual(["email"]);
    });

    test("loses its sites after an email change, too", async () => {
      const id = await connected({ isVouchedFor: true });
      await sql`update auth.users set email = ${anEmail()} where id = ${id}`;
      expect(await choose(id)).toBe(1);
    });
  });

  test("finds an account emailed in the last two minutes, ignoring case", async () => {
    const { id, email } = await addUser(sql);
    const was = () => call(server, "was_account_emailed", { p_email: email.toUpperCase() });
    expect(await was()).toBe(false);
    await sql`update auth.users set recovery_sent_at = now() - interval '90 seconds' where id = ${id}`;
    expect(await was()).toBe(true);
    await sql`update auth.users set recovery_sent_at = now() - interval '3 minutes' where id = ${id}`;
    expect(await was()).toBe(false);
  });

  test("requires a second factor when no password was chosen by email", async () => {
    const user = await addUser(sql, { chosePassword: false });
    const refused = { bound: false, reason: "password_not_proven" };
    expect(await bind(user.email)).toEqual(refused);
    await addAuthenticator(sql, user.id, "unverified");
    expect(await bind(user.email, "owner")).toEqual(refused);
    expect(await roleOf(user.id)).toBeUndefined();
    await addAuthenticator(sql, user.id);
    const moved = await addUser(sql, { chosePassword: false });
    await addAuthenticator(sql, moved.id);
    const email = anEmail();
    await sql`update auth.users set email = ${email} where id = ${moved.id}`;
    expect(await bind(email)).toEqual(refused);
    expect(await bind(user.email)).toMatchObject({ bound: true, reason: "added" });

    const other = await addUser(sql, { chosePassword: false });
    for (let times = 0; times < 2; times++)
      await call(server, "note_password_choice", { p_user_id: other.id });
    expect(await bind(other.email)).toMatchObject({ bound: true, reason: "added" });
  });
});

describe("account notices", () => {
  const changesNotified = async (tx: Transaction, email: string) => {
    const rows = await tx<{ payload: { change: string; provider?: string } }[]>`
      select payload from public.outbox
      where kind = 'account_notice' and payload ->> 'email' = ${email} order by id`;
    return rows.map(({ payload: { change, provider } }) => [change, provider]);
  };

  async function addIdentity(tx: Transaction, userId: string, provider: string): Promise<string> {
    const id = randomUUID();
    await tx`insert into auth.identities (id, provider, provider_id, user_id)
           values (${id}, ${provider}, ${id}, ${userId})`;
    return id;
  }

  test("emails when an authenticator is verified and when it's removed", () =>
    withRollback(sql, async (tx) => {
      const user = await addUser(tx);
      await addAuthenticator(tx, user.id, "unverified");
      expect(await changesNotified(tx, user.email)).toStrictEqual([]);
      await tx`update auth.mfa_factors set status = 'verified' where user_id = ${user.id}`;
      await tx`update auth.mfa_factors set last_challenged_at = now() where user_id = ${user.id}`;
      expect(await changesNotified(tx, user.email)).toStrictEqual([["authenticator_on", undefined]]);
      await dropAuthenticators(tx, user.id);
      await addAuthenticator(tx, user.id, "unverified");
      await dropAuthenticators(tx, user.id);
      expect(await changesNotified(tx, user.email)).toStrictEqual([
        ["authenticator_on", undefined],
        ["authenticator_off", undefined],
      ]);
    }));

  test("emails when another site is connected and disconnected", () =>
    withRollback(sql, async (tx) => {
      const user = await addUser(tx);
      await addIdentity(tx, user.id, "google");
      await addIdentity(tx, user.id, "email");
      expect(await changesNotified(tx, user.email)).toStrictEqual([]);
      const id = await addIdentity(tx, user.id, "github");
      await tx`delete from auth.identities where id = ${id} or (user_id = ${user.id} and provider = 'email')`;
      expect(await changesNotified(tx, user.email)).toStrictEqual([
        ["identity_linked", "github"],
        ["identity_removed", "github"],
      ]);
    }));

  test("sends the notice to the email at the time of the change", () =>
    withRollback(sql, async (tx) => {
      const user = await addUser(tx);
      await addIdentity(tx, user.id, "email");
      await addIdentity(tx, user.id, "github");
      await tx`update auth.users set email = ${`thief-${user.email}`} where id = ${user.id}`;
      expect(await changesNotified(tx, user.email)).toStrictEqual([["identity_linked", "github"]]);
    }));

  test("doesn't block the auth service when the notice fails", () =>
    withRollback(sql, async (tx) => {
      const user = await addUser(tx);
      await addAuthenticator(tx, user.id);
      await tx.unsafe(`create or replace function private.email_of(p_user_id uuid) returns text
      language plpgsql as $$ begin raise exception 'out of order'; end $$`);
      await dropAuthenticators(tx, user.id);
      expect(await tx`select 1 from auth.mfa_factors where user_id = ${user.id}`).toHaveLength(0);
    }));
});
