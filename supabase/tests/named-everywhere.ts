import { randomUUID } from "node:crypto";
import { aSessionId } from "../../sandbox/builders/ids";
import { addAuthenticator } from "../../sandbox/builders/person";
import { addException, addOrder, addProfile, addUser, type StoredOrder } from "../../sandbox/builders/rows";
import type { Transaction } from "../../sandbox/builders/test-database";

/** Personal data in unique texts that occur nowhere else in the database. */
export type NamedPerson = { email: string; name: string; street: string };

export const aNamedPerson = (): NamedPerson => {
  const mark = randomUUID().slice(0, 8);
  return {
    email: `Wanda.${mark}@Example.test`,
    name: `Wanda Weg${mark}`,
    street: `${mark} Elm Street`,
  };
};

/** Adds a delivered batch that contains the person's name and address. */
export function addDeliveredOrder(
  tx: Transaction,
  { email, name, street }: NamedPerson,
  userId: string | null,
  columns: Record<string, unknown> = {},
): Promise<StoredOrder> {
  return addOrder(tx, {
    user_id: userId,
    ...(userId ? { user_email: email } : { guest_email: email }),
    notes: `From ${name}`,
    return_address: tx.json({ full_name: name, address_line1: street }),
    receipt_url: `https://pay.example.test/${email}`,
    internal_notes: `${name} telephoned`,
    invoice_filename: `${email}.pdf`,
    submission_status: "delivered",
    fulfillment_status: "complete",
    received_at: new Date(),
    received_count: 10,
    delay_reason: `${name} asked us to wait`,
    delayed_until: "2026-12-01",
    ...columns,
  });
}

/** Writes a person's name and address into every kind of row that belongs to an order. */
export async function nameOnOrder(tx: Transaction, { email, name, street }: NamedPerson, order_id: string) {
  const said = `${name}, ${street}, ${email}`;
  const json = tx.json({ about: said, cards: 3, step: "graded" });
  const by = randomUUID();
  const put = (table: string, row: Record<string, unknown>) =>
    tx`insert into ${tx(`public.${table}`)} ${tx(row as never)}`;
  const now = new Date();
  const event = { order_id, message: said, data: json };
  await put("order_events", { ...event, type: "note", from_value: name, to_value: said });
  await put("order_events", { order_id, type: "invoice_filename", to_value: `${name.split(" ")[1]}.pdf` });
  await put("order_notes", { order_id, body: said, author_id: by });
  await put("order_messages", { order_id, author: "customer", kind: "problem", body: said });
  const refund = { amount_cents: 100, reason: said, status: "done" };
  await put("refund_requests", { id: randomUUID(), order_id, ...refund });
  const upcharge = { kind: "upcharge", qty: 1, unit_cents: 500, amount_cents: 500, deadline_at: now };
  const texts = { reason: said, words: said, closing_note: said };
  await put("order_adjustments", { order_id, ...upcharge, ...texts, status: "withdrawn", closed_at: now });
  const aside = { reason: "other", note: said, set_aside_by: by, ended_at: now, ended_by: by };
  await put("set_asides", { order_id, ...aside, asked_note: said, asked_by: by, asked_at: now });
  const action = { kind: "change", actor_id: by, before: json, after: json };
  const range = { version_before: 1, version: 2, first_event: 0, last_event: 1 };
  await put("staff_actions", { id: randomUUID(), order_id, ...action, ...range });
  await put("packages", { order_id, matched_at: now, sender: name, notes: said });
  await put("order_photos", { order_id, kind: "package", path: randomUUID(), public: true });
  await put("tracking_links", { order_id, token_hash: randomUUID().replaceAll("-", "").repeat(2) });
  const mail = () => ({ dedupe_key: randomUUID(), payload: tx.json({ order_id, said }) });
  await put("outbox", { ...mail(), kind: "order_sent" });
  await put("outbox", { ...mail(), kind: "order_graded", sent_at: now, last_error: `550 no ${email}` });
  const exception = await addException(tx, { order_id, resolved_at: new Date(), resolution: said });
  await tx`update public.payment_exceptions set detail = ${json} where id = ${exception}`;
}

/** Writes a person's data into rows that don't belong to an order. */
export async function nameElsewhere(tx: Transaction, { email, name, street }: NamedPerson) {
  const said = `${name}, ${street}, ${email}`;
  const json = tx.json({ about: said, cards: 3 });
  const [package_id, by] = [randomUUID(), randomUUID()];
  await tx`insert into packages (id, sender, notes, deleted_at) values (${package_id}, ${name}, ${said}, now())`;
  await tx`insert into staff_log (type, actor_id, about, before, after)
    values ('package_deleted', ${by}, ${said}, ${json}, ${json})`;
  await tx`insert into payment_exceptions (stripe_session_id, reason, detail, resolution, resolved_at)
    values (${aSessionId()}, 'order_not_found', ${json}, ${said}, now())`;
  await tx`insert into stripe_events (event_id, type, livemode, last_error)
    values (${randomUUID()}, 'charge.refunded', false, ${said})`;
  await tx`insert into outbox (dedupe_key, kind, payload, sent_at)
    values (${randomUUID()}, 'account_notice', ${tx.json({ email })}, now())`;
  await tx`insert into email_opt_outs (address_hash) values (private.address_hash(${email}))`;
}

/** Adds an account with a profile, identities and the auth service's other data. */
export async function addNamedAccount(tx: Transaction, who: NamedPerson): Promise<string> {
  const { email, name, street } = who;
  const { id } = await addUser(tx, { email });
  await addProfile(tx, id, { full_name: name, address_line1: street, phone: "+1 555 0100" });
  await tx`update auth.users set raw_user_meta_data = ${tx.json({ full_name: name, email })},
    email_change = ${`new.${email}`}, recovery_token = 'x' where id = ${id}`;
  await tx`insert into auth.sessions (id, user_id, aal) values (${randomUUID()}, ${id}, 'aal1')`;
  await tx`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (${randomUUID()}, 'google', ${randomUUID()}, ${id}, ${tx.json({ email, name })})`;
  await tx`insert into auth.audit_log_entries (id, payload)
    values (${randomUUID()}, ${tx.json({ actor_username: email })})`;
  await tx`insert into auth.flow_state (id, user_id, authentication_method, provider_type, referrer)
    values (${randomUUID()}, ${id}, 'oauth', 'google', ${email})`;
  await addAuthenticator(tx, id);
  await tx`insert into staff_log (type, about, before)
    values ('staff_removed', ${email}, ${tx.json({ user_id: id, role: "staff" })})`;
  await tx`insert into stripe_customers (user_id, stripe_customer_id) values (${id}, ${`cus_${id}`})`;
  return id;
}

/** Returns every column that contains one of the words, as "schema.table.column". */
export async function findPlaces(tx: Transaction, words: string[]): Promise<string[]> {
  const columns = await tx<{ place: string; table: string; column: string }[]>`
    select format('%s.%s.%s', n.nspname, c.relname, a.attname) as place, c.oid::regclass::text as table,
      quote_ident(a.attname) as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and n.nspname in ('public', 'auth', 'storage')
      and (format_type(a.atttypid, null) ~ 'text|character|json|xml|bytea' or format_type(a.atttypid, null) like '%[]')
    order by 1`;
  const found: string[] = [];
  for (const { place, table, column } of columns) {
    const [hit] = await tx.unsafe(
      `select 1 from ${table} t where private.mentions(t.${column}::text, $1::text[]) limit 1`,
      [words],
    );
    if (hit) found.push(place);
  }
  return found;
}
