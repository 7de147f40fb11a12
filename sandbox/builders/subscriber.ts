import type { OwnPayments } from "./own-payments.ts";
import { addUser } from "./rows.ts";
import { call, type Sql, serverClient } from "./test-database.ts";

type CustomerOptions = {
  isEntered?: boolean;
  metadata?: object;
};

export async function addCustomer(
  sql: Sql,
  payments: OwnPayments,
  { isEntered = true, metadata = {} }: CustomerOptions = {},
) {
  const { id: userId, email } = await addUser(sql);
  const about = { app: "slabrelay", user_id: userId, ...metadata };
  const { id: customer } = await payments.stripe.customers.create({ email, metadata: about });
  const entry = { p_user_id: userId, p_stripe_customer_id: customer };
  if (isEntered) await call(serverClient(), "ensure_stripe_customer", entry);
  return { userId, email, customer };
}

export async function subscribe(
  payments: OwnPayments,
  customer: string,
  price = "price_sandbox_pro",
  card?: string,
): Promise<string> {
  const wanted = { customer, price, ...(card ? { card } : {}) };
  const { body } = await payments.control("/subscriptions", wanted);
  return body.id;
}

export async function changePrice(
  payments: OwnPayments,
  id: string,
  price: string,
  how: object = { proration_behavior: "none" },
) {
  const [item] = (await payments.stripe.subscriptions.retrieve(id)).items.data;
  return payments.stripe.subscriptions.update(id, { items: [{ id: item?.id ?? "", price }], ...how });
}

export async function storedCustomer(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql`select stripe_customer_id from stripe_customers
    where user_id = ${userId} and deleted_at is null`;
  return row?.stripe_customer_id;
}
