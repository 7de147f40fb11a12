import type { OwnPayments } from "./own-payments.ts";
import { addUser } from "./rows.ts";
import { call, type Sql, serverClient } from "./test-database.ts";

type CustomerOptions = {
  /** The database knows of the customer. */
  isEntered?: boolean;
  metadata?: object;
};

/** Adds an account with a customer of a test file's own payment service that names it. */
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

/** Creates a paid subscription of a customer and answers its id; `card` pays instead of the usual one. */
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

/** Changes the price of a subscription, by default without an invoice for what is left of the month. */
export async function changePrice(
  payments: OwnPayments,
  id: string,
  price: string,
  how: object = { proration_behavior: "none" },
) {
  const [item] = (await payments.stripe.subscriptions.retrieve(id)).items.data;
  return payments.stripe.subscriptions.update(id, { items: [{ id: item?.id ?? "", price }], ...how });
}

/** Reads which customer of the payment service an account has; undefined for none. */
export async function storedCustomer(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql`select stripe_customer_id from stripe_customers
    where user_id = ${userId} and deleted_at is null`;
  return row?.stripe_customer_id;
}
