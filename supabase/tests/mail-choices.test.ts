import { randomUUID } from "node:crypto";
import { mailClasses } from "../../lib/email/mail-class";
import { addressHash } from "../../lib/profile/notices/mail-token";
import { mailLevels } from "../../lib/profile/notices/schema";
import { anEmail } from "../../sandbox/builders/ids";
import { addOrder, addUser } from "../../sandbox/builders/rows";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";
import { sourcesOf } from "./sql-words";

const sql = connect();
const server = serverClient();

type Row = { id: number; dedupe_key: string };
const set = (email: string, p_level: string) =>
  call<{ level: string }>(server, "set_mail_level", { p_address_hash: addressHash(email), p_level });
const levelOf = (email: string) =>
  call<{ level: string }>(server, "get_mail_level", { p_address_hash: addressHash(email) });

/* Each test lives in a past of its own, where no other mail is due. */
let year = 1800;
const aTime = () => {
  year += 1;
  return new Date(Date.UTC(year, 0, 1)).toISOString();
};
const claimed = async (p_now: string, p_limit = 100) =>
  (await call<Row[]>(server, "claim_outbox", { p_limit, p_now })).map(({ dedupe_key: key }) => key);

/** Mails of these kinds about an order, in the time of a test, by their kinds. */
async function queue(at: string, orderId: string, kinds: string[]): Promise<void> {
  const rows = kinds.map((kind) => ({
    dedupe_key: `${kind}:${randomUUID()}`,
    kind,
    payload: sql.json({ order_id: orderId }),
    created_at: at,
    next_attempt_at: at,
  }));
  await sql`insert into outbox ${sql(rows)}`;
}
const kindsOf = (keys: string[]) => keys.map((key) => key.split(":")[0] ?? "").sort();

/** A paid order of a guest, and of an account, each with its address. */
const orders = {
  guest: async () => {
    const guest_email = anEmail();
    return { email: guest_email, id: (await addOrder(sql, { guest_email })).id };
  },
  account: async () => {
    const { id: user_id, email } = await addUser(sql);
    return { email, id: (await addOrder(sql, { user_id, guest_key: null, guest_email: null })).id };
  },
};

afterEach(() => sql`delete from outbox where created_at < '1900-01-01'`);

test("SQL and TypeScript know the same kinds, each of the same class", async () => {
  const [found] = await sql<{ classes: Record<string, string> }[]>`
    select jsonb_object_agg(k, private.mail_class(k)) as classes from unnest(${Object.keys(mailClasses)}::text[]) k`;
  expect(found?.classes).toEqual(mailClasses);
  const source = (await sourcesOf(sql)).get("mail_class") ?? "";
  const words = [...source.matchAll(/'(\w+)'/g)].map(([, word = ""]) => word);
  const classes = ["always", "milestone", "detail"];
  expect(words.filter((word) => !classes.includes(word)).sort()).toEqual(Object.keys(mailClasses).sort());
});

test.each(["jane@example.org", " Jane@Example.ORG ", "\u0130\u00c4@example.org", "I@x.test"])(
  "SQL and TypeScript hash %j alike",
  async (email) => {
    const [found] = await sql<{ hash: string }[]>`select private.address_hash(${email}) as hash`;
    expect(found?.hash).toBe(addressHash(email));
  },
);

test("who has chosen nothing gets all, and choosing it again leaves nothing behind", async () => {
  const email = anEmail();
  expect(await levelOf(email)).toEqual({ level: "all" });
  for (const level of [...mailLevels, ...mailLevels, "all"]) {
    expect(await set(email.toUpperCase(), level)).toEqual({ level });
    expect(await levelOf(email)).toEqual({ level });
  }
  const left = await sql`select 1 from mail_preferences where address_hash = ${addressHash(email)}`;
  expect(left).toHaveLength(0);
});

test.each(["everything", "", null])("%j is no choice", async (level) => {
  const chosen = call(server, "set_mail_level", { p_address_hash: addressHash(anEmail()), p_level: level });
  await expect(chosen).rejects.toThrow();
});

describe.each(Object.entries(orders))("to the address of %s", (_, make) => {
  test.each([
    ["all", ["correction", "late", "order_confirmation", "ship_reminder", "tracking_link"]],
    ["milestones", ["correction", "late", "order_confirmation", "ship_reminder", "tracking_link"]],
    ["needs_me", ["order_confirmation", "tracking_link"]],
  ])("%s sends what belongs to it, asked when it leaves", async (level, kinds) => {
    const [order, at] = [await make(), aTime()];
    await queue(at, order.id, ["ship_reminder", "late", "correction", "order_confirmation", "tracking_link"]);
    await set(order.email, level);
    expect(kindsOf(await claimed(at))).toEqual(kinds);
    const put = await sql`
      select kind, sent_at = ${at} as is_now, failed_at, attempts from outbox
      where created_at = ${at} and is_unwanted order by kind`;
    expect(put).toHaveLength(5 - kinds.length);
    for (const row of put) expect(row).toMatchObject({ is_now: true, failed_at: null, attempts: 0 });
    // Wanted again, nothing comes after.
    await set(order.email, "all");
    expect(await claimed(new Date(Date.parse(at) + 30_000).toISOString())).toEqual([]);
  });
});

test("what nobody wants holds up nothing that is behind it", async () => {
  const [order, other, at] = [await orders.guest(), await orders.guest(), aTime()];
  await set(order.email, "needs_me");
  await queue(at, order.id, Array(25).fill("late"));
  await queue(at, other.id, ["late"]);
  expect(kindsOf(await claimed(at, 3))).toEqual(["late"]);
  expect(await claimed(at, 3)).toEqual([]);
});

test("an order of nobody, a kind that is new, and a payload of nothing are sent, so that somebody sees them", async () => {
  const at = aTime();
  await queue(at, randomUUID(), ["late", "brand_new"]);
  await queue(at, "no id", ["late"]);
  expect(kindsOf(await claimed(at))).toEqual(["brand_new", "late", "late"]);
});
