import { randomUUID } from "node:crypto";
import { anEmail } from "../../sandbox/builders/ids";
import { addOrder, addUser } from "../../sandbox/builders/rows";
import { expectSomebodyWaits, type Order } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, signUp, undone } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();
const link = (id: string) => call<number>(server, "link_guest_orders", { p_user_id: id });

/** An order that a guest has paid under an address, or has not; its id. */
const aGuestOrder = async (guest_email: string, payment_status = "paid") =>
  (await addOrder(sql, { guest_email, payment_status })).id;
const ownerOf = async (id: string) =>
  (await sql<Order[]>`select user_id, user_email, guest_email from grading_orders where id = ${id}`)[0];

describe("linking guest orders", () => {
  test("takes the paid ones of a confirmed address, once, and says so in the timeline", async () => {
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

  test("gives nothing to an address that is not confirmed, nor for an account that is not there", async () => {
    const email = anEmail();
    const order = await aGuestOrder(email);
    const user = await addUser(sql, { email, confirmed: false, chosePassword: true });
    expect(await link(user.id)).toBe(0);
    expect(await link(randomUUID())).toBe(0);
    expect(await ownerOf(order)).toMatchObject({ user_id: null });
  });

  test("is of the caller alone, and no address is nobody's", () =>
    undone(sql, async (tx) => {
      const [email, other] = [anEmail(), anEmail()];
      for (const guest_email of [other, ""]) await addOrder(tx, { guest_email });
      await addUser(tx, { email: other });
      for (const { id } of [await addUser(tx, { email }), await addUser(tx, { email: "" })])
        expect(await tx`select public.link_guest_orders(${id}) as linked`).toEqual([{ linked: 0 }]);
    }));

  test("never takes an order that has an owner", async () => {
    const email = anEmail();
    const order = await aGuestOrder(email);
    const [owner, later] = [await addUser(sql), await addUser(sql, { email })];
    await sql`update grading_orders set user_id = ${owner.id} where id = ${order}`;
    expect(await link(later.id)).toBe(0);
    expect(await ownerOf(order)).toMatchObject({ user_id: owner.id });
  });

  test.each([
    ["dotless i", "i", "\u0131"],
    ["dotted capital I", "i", "\u0130"],
    ["Kelvin sign", "k", "\u212a"],
    ["long s", "s", "\u017f"],
    ["Cyrillic e", "e", "\u0435"],
    ["ligature fi", "fi", "\ufb01"],
    ["full-width a", "a", "\uff41"],
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

  test("50 callers at once: all seven, to one of them", async () => {
    const email = anEmail();
    for (let n = 0; n < 7; n++) await aGuestOrder(email);
    const user = await addUser(sql, { email });
    const counts = await Promise.all(Array.from({ length: 50 }, () => link(user.id)));
    expect(counts.filter((count) => count > 0)).toEqual([7]);
  });
});

describe("profiles", () => {
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

  test("an account begins with an empty one, whichever way it was made", async () => {
    for (const { id } of [await signUp(), await addUser(sql)]) {
      const [row] = await sql`select full_name, country, is_complete from profiles where user_id = ${id}`;
      expect(row).toEqual({ full_name: null, country: "US", is_complete: false });
    }
  });

  test("eight fields are saved; whatever else is sent is not looked at", async () => {
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

  test("what is not named stays, an empty text clears, blanks are trimmed", async () => {
    const user = await addUser(sql);
    await save(user.id, full);
    const saved = await save(user.id, { city: "  Portland ", phone: " ", country: "" });
    expect(saved).toMatchObject({ ...full, city: "Portland", phone: null });
  });

  test.each(["full_name", "address_line1", "city", "state", "postal_code"])(
    "incomplete without %s",
    async (field) => {
      const user = await addUser(sql);
      expect(await save(user.id, { ...full, phone: "", address_line2: "", [field]: " " })).toMatchObject({
        is_complete: false,
      });
    },
  );

  test("a row that is missing is made", async () => {
    const user = await addUser(sql);
    await sql`delete from profiles where user_id = ${user.id}`;
    expect(await save(user.id, full)).toMatchObject(full);
  });

  test.each([
    ["a country outside the list", { country: "ZZ" }],
    ["a name of 121 characters", { full_name: "x".repeat(121) }],
    ["a postal code of 17", { postal_code: "x".repeat(17) }],
    ["a line of 201", { address_line1: "x".repeat(201) }],
    ["a phone of 33", { phone: "1".repeat(33) }],
    ["a list", []],
  ])("%s is refused", async (_, profile) => {
    const user = await addUser(sql);
    await expect(save(user.id, profile)).rejects.toThrow(/violates|is an object/);
  });

  test("50 saves at once: the row is one of them, not a mixture", async () => {
    const user = await addUser(sql);
    const forms = Array.from({ length: 50 }, (_, n) =>
      Object.fromEntries(Object.keys(full).map((key) => [key, `${n}`])),
    );
    await Promise.all(forms.map((form) => save(user.id, { ...form, country: "US" })));
    const [row] = await sql`select * from profiles where user_id = ${user.id}`;
    expect(forms.map((form) => ({ ...form, country: "US" }))).toContainEqual(
      Object.fromEntries(Object.keys(full).map((key) => [key, row?.[key]])),
    );
  });
});

describe("binding staff", () => {
  const bind = (p_email: string, p_role: string | null = "staff") =>
    call<{ bound: boolean; reason: string }>(server, "bind_staff", { p_email, p_role });
  const roleOf = async (id: string) => (await sql`select role from staff where user_id = ${id}`)[0]?.role;

  test("binds an existing, confirmed account and records each change", async () => {
    const user = await addUser(sql);
    expect(await bind(` ${user.email.toUpperCase()} `)).toMatchObject({ bound: true, reason: "added" });
    expect(await bind(user.email)).toMatchObject({ bound: true, reason: "already_bound" });
    expect(await bind(user.email, "owner")).toMatchObject({ bound: true, reason: "role_changed" });
    expect(await roleOf(user.id)).toBe("owner");
    const events =
      await sql`select action, email from staff_events where staff_user_id = ${user.id} order by id`;
    expect(events).toEqual([
      { action: "added", email: user.email },
      { action: "role_changed", email: user.email },
    ]);
  });

  test("an address alone gives nothing", async () => {
    const email = anEmail();
    expect(await bind(email)).toEqual({ bound: false, reason: "no_account" });
    const later = await addUser(sql, { email });
    expect(await roleOf(later.id)).toBeUndefined();
  });

  test("an unconfirmed account, a doubtful address and an unknown role are refused", async () => {
    const unconfirmed = await addUser(sql, { confirmed: false });
    expect(await bind(unconfirmed.email)).toEqual({ bound: false, reason: "not_confirmed" });
    const one = await addUser(sql);
    const twin = await addUser(sql, { email: one.email.toUpperCase() });
    expect(await bind(one.email)).toEqual({ bound: false, reason: "ambiguous" });
    for (const role of ["god", null])
      expect(await bind(one.email, role)).toEqual({ bound: false, reason: "unknown_role" });
    for (const { id } of [unconfirmed, one, twin]) expect(await roleOf(id)).toBeUndefined();
  });

  test("20 callers at once: added once", async () => {
    const user = await addUser(sql);
    const answers = await Promise.all(Array.from({ length: 20 }, () => bind(user.email)));
    expect(answers.filter((answer) => answer.reason === "added")).toHaveLength(1);
  });

  test("who binds while another does waits, and finds it done", async () => {
    const user = await addUser(sql);
    let later: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`select public.bind_staff(${user.email}, 'staff')`;
      later = bind(user.email);
      await expectSomebodyWaits(tx);
    });
    expect(await later).toMatchObject({ bound: true, reason: "already_bound" });
  });
});
