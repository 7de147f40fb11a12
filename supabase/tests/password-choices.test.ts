import { addAuthenticator } from "../../sandbox/builders/authenticator";
import { anEmail } from "../../sandbox/builders/ids";
import { addOrder, addUser } from "../../sandbox/builders/rows";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

describe("linking guest orders", () => {
  const link = (id: string) => call<number>(server, "link_guest_orders", { p_user_id: id });
  const aGuestOrder = async (guest_email: string) => (await addOrder(sql, { guest_email })).id;
  const ownerOf = async (id: string) => (await sql`select user_id from grading_orders where id = ${id}`)[0];

  test("gives nothing to an account whose password may be that of who registered the address first", async () => {
    const email = anEmail();
    const order = await aGuestOrder(email);
    const user = await addUser(sql, { email, chosePassword: false });
    expect(await link(user.id)).toBe(0);
    expect(await ownerOf(order)).toMatchObject({ user_id: null });
    await call(server, "note_password_choice", { p_user_id: user.id });
    expect(await link(user.id)).toBe(1);
  });

  test("links orders of an unproven address if the caller accepts it", async () => {
    const email = anEmail();
    await aGuestOrder(email);
    const user = await addUser(sql, { email, chosePassword: false });
    const accepted = { p_user_id: user.id, p_self_confirmed: true };
    expect(await call<number>(server, "link_guest_orders", accepted)).toBe(1);
  });

  test("gives nothing to an account that has come to another address, until its password is chosen there", async () => {
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

  test("gives nothing to one without a password that has come to another address", async () => {
    const user = await addUser(sql, { chosePassword: false });
    const email = anEmail();
    await aGuestOrder(email);
    await sql`update auth.users set encrypted_password = null, email = ${email} where id = ${user.id}`;
    expect(await link(user.id)).toBe(0);
  });

  test("needs no choice of a password where there is none: an account of another site", async () => {
    const email = anEmail();
    await aGuestOrder(email);
    const user = await addUser(sql, { email, chosePassword: false });
    await sql`update auth.users set encrypted_password = null where id = ${user.id}`;
    expect(await link(user.id)).toBe(1);
  });
});

describe("binding staff", () => {
  const bind = (p_email: string, p_role = "staff") =>
    call<{ bound: boolean; reason: string }>(server, "bind_staff", { p_email, p_role });
  const roleOf = async (id: string) => (await sql`select role from staff where user_id = ${id}`)[0]?.role;

  test("an account whose password nobody has chosen by mail needs a second factor", async () => {
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
    for (const _ of ["by the first mail", "and by a later one"])
      await call(server, "note_password_choice", { p_user_id: other.id });
    expect(await bind(other.email)).toMatchObject({ bound: true, reason: "added" });
  });
});
