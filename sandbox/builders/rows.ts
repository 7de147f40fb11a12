import { randomUUID } from "node:crypto";
import { aBatchId, anEmail, aSessionId } from "./ids.ts";
import { aSubscriptionRow } from "./membership.ts";
import { anOrderRow, type OrderColumns, STAFF_COLUMNS, type StaffColumns } from "./order.ts";
import { aProfile } from "./profile.ts";
import { addSignedInPerson, type Sql, type Transaction } from "./test-database.ts";

type Connection = Sql | Transaction;
type Columns = Record<string, unknown>;

/** Adds an account that never signs in. */
export async function addUser(
  sql: Connection,
  {
    email = anEmail(),
    confirmed = true,
    chosePassword = confirmed,
  }: { email?: string; confirmed?: boolean; chosePassword?: boolean } = {},
): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  await sql`insert into auth.users (id, email, email_confirmed_at, encrypted_password)
            values (${id}, ${email}, ${confirmed ? new Date() : null}, 'x')`;
  if (chosePassword) await sql`insert into public.password_choices (user_id) values (${id})`;
  return { id, email };
}

export async function addProfile(sql: Connection, userId: string, changes: Record<string, string> = {}) {
  const profile = { user_id: userId, ...aProfile(changes) };
  await sql`insert into public.profiles ${sql(profile)} on conflict (user_id) do update set ${sql(profile)}`;
}

type Role = "owner" | "staff";

export async function addStaff(sql: Connection, userId: string, role: Role = "staff") {
  await sql`insert into public.staff ${sql({ user_id: userId, role })}`;
}

export async function removeStaff(sql: Connection, userId: string): Promise<void> {
  await sql`delete from public.staff where user_id = ${userId}`;
}

export type StaffMember = Awaited<ReturnType<typeof addSignedInPerson>>;

export async function signUpStaff(sql: Sql, role: Role = "staff"): Promise<StaffMember> {
  const person = await addSignedInPerson(sql);
  await addStaff(sql, person.id, role);
  return person;
}

export type StoredOrder = Record<keyof OrderColumns, unknown> & {
  id: string;
  version: number;
  batch_id: string;
  stripe_session_id: string;
  stripe_payment_intent_id: string;
};

export async function addOrder(
  sql: Connection,
  columns: OrderColumns & StaffColumns = {},
): Promise<StoredOrder> {
  const [order] = await insertOrders(sql, [columns]);
  if (!order) throw new Error("no order was written");
  return order;
}

/** Adds up to 10,000 paid orders, newest first, a minute apart, with batch IDs ending in -0001, -0002, … */
export async function addOrders(
  sql: Connection,
  person: { userId: string; email: string } | null,
  count: number,
  columns: (OrderColumns & StaffColumns) | ((place: number) => OrderColumns & StaffColumns) = {},
): Promise<StoredOrder[]> {
  const owner = person ? { user_id: person.userId, user_email: person.email } : {};
  const batch = aBatchId().slice(0, -4);
  const rows = Array.from({ length: count }, (_, place) => ({
    ...owner,
    batch_id: batch + `000${place + 1}`.slice(-4),
    submitted_at: new Date(Date.now() - place * 60_000),
    ...(typeof columns === "function" ? columns(place) : columns),
  }));
  const orders: StoredOrder[] = [];
  // A statement takes up to 65,534 parameters.
  for (let from = 0; from < count; from += 1000)
    orders.push(...(await insertOrders(sql, rows.slice(from, from + 1000))));
  return orders;
}

async function insertOrders(sql: Connection, rows: (OrderColumns & StaffColumns)[]): Promise<StoredOrder[]> {
  const entries: (StaffColumns & { order_id: string })[] = [];
  const orders = rows.map((columns) => {
    const order: OrderColumns & StaffColumns = anOrderRow(columns);
    const entry: StaffColumns = {};
    for (const name of STAFF_COLUMNS)
      if (name in order) {
        entry[name] = order[name];
        delete order[name];
      }
    if (Object.keys(entry).length > 0) entries.push({ ...entry, order_id: order.id ?? "" });
    return order;
  });
  const stored = await sql<StoredOrder[]>`insert into public.grading_orders ${sql(orders)} returning *`;
  // The database may have created the row itself.
  for (const entry of entries)
    await sql`insert into public.order_admin ${sql(entry)} on conflict (order_id) do update set ${sql(entry)}`;
  return stored;
}

export type AdministeredOrder = StoredOrder &
  Record<(typeof STAFF_COLUMNS)[number] | "open_exceptions" | "box_counts" | "is_set_aside", unknown>;

const administered = (sql: Connection) => sql`
  select o.*, a.internal_notes, a.invoice_filename, a.received_by, a.shelf_location, a.dispute_status, a.review_reason,
    a.box_counts, coalesce(a.is_set_aside, false) as is_set_aside, coalesce(a.placed_by_admin, false) as placed_by_admin, coalesce(a.open_exceptions, 0) as open_exceptions
  from public.grading_orders o left join public.order_admin a on a.order_id = o.id`;

export async function storedOrder(sql: Connection, id: string): Promise<AdministeredOrder> {
  const [order] = await sql<AdministeredOrder[]>`${administered(sql)} where o.id = ${id}`;
  if (!order) throw new Error("no such order");
  return order;
}

export async function orderOfBatch(sql: Connection, batchId: string): Promise<AdministeredOrder | undefined> {
  const [order] = await sql<AdministeredOrder[]>`${administered(sql)} where o.batch_id = ${batchId}`;
  return order;
}

export const eventsOf = (sql: Connection, orderId: string) => sql<
  {
    type: string;
    from_value: string | null;
    to_value: string | null;
    public: boolean;
    actor_id: string | null;
    message: string | null;
    data: unknown;
  }[]
>`select type, from_value, to_value, public, actor_id, message, data from public.order_events
  where order_id = ${orderId} and type <> 'created' order by id`;

export async function addException(
  sql: Connection,
  { detail = {}, ...columns }: Columns & { detail?: Record<string, number | string> } = {},
): Promise<number> {
  const row = {
    stripe_session_id: aSessionId(),
    reason: "amount_mismatch",
    detail: sql.json(detail),
    ...columns,
  };
  const [exception] = await sql<{ id: string }[]>`
    insert into public.payment_exceptions ${sql(row)} returning id`;
  return Number(exception?.id);
}

export const exceptionsOf = (sql: Connection, stripeId: unknown) =>
  sql<{ reason: string; detail: Record<string, string> }[]>`
    select reason, detail from public.payment_exceptions where stripe_session_id = ${String(stripeId)}`;

export async function addQueuedMail(
  sql: Connection,
  {
    kind,
    payload = {},
    failed_at = null,
  }: { kind: string; payload?: Record<string, string | number>; failed_at?: Date | string | null },
): Promise<{ id: number; key: string }> {
  const row = { dedupe_key: `${kind}:${randomUUID()}`, kind, payload: sql.json(payload), failed_at };
  const [mail] = await sql<{ id: string }[]>`insert into public.outbox ${sql(row)} returning id`;
  return { id: Number(mail?.id), key: row.dedupe_key };
}

export const confirmationKey = (order: { id: string }) => `order_confirmation:${order.id}`;

export const confirmationsOf = (sql: Connection, orderId: string) =>
  sql`select 1 from public.outbox
    where dedupe_key = ${confirmationKey({ id: orderId })} and payload ->> 'order_id' = ${orderId}`;

export async function emailsAbout(sql: Connection, subscription: string): Promise<string[]> {
  const rows = await sql<{ kind: string }[]>`select kind from public.outbox
    where payload ->> 'subscription_id' = ${subscription} order by kind`;
  return rows.map(({ kind }) => kind);
}

export async function addSubscription(sql: Connection, userId: string, columns: Columns = {}) {
  await sql`insert into public.subscriptions ${sql(aSubscriptionRow(userId, columns))}`;
}

export type MembershipRow = {
  plan_type: string;
  status: string;
  stripe_subscription_id: string;
  stripe_customer_id: string;
  cancel_at_period_end: boolean;
  current_period_start: Date;
  current_period_end: Date;
};

export const membershipsOf = (sql: Connection, userId: string) =>
  sql<MembershipRow[]>`
    select plan_type, status, stripe_subscription_id, stripe_customer_id, cancel_at_period_end,
      current_period_start, current_period_end
    from public.subscriptions where user_id = ${userId} order by created_at, stripe_subscription_id`;

export async function addGivenUpEvent(sql: Connection): Promise<string> {
  const event = { event_id: `evt_${randomUUID()}`, type: "charge.refunded", livemode: false, attempts: 20 };
  await sql`insert into public.stripe_events ${sql({ ...event, last_error: "no amount" })}`;
  return event.event_id;
}

export async function addStuckRefund(sql: Connection, orderId: string): Promise<string> {
  const id = randomUUID();
  await sql`insert into public.refund_requests (id, order_id, amount_cents, reason, updated_at)
    select ${id}, ${orderId}, 100, 'Missing', least('2001-01-01', min(updated_at)) - interval '1 second'
    from public.refund_requests where status = 'started'`;
  return id;
}
