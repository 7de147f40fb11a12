import "server-only";
import { AppError } from "@/lib/base/errors";
import { getCustomerOrFormer } from "@/lib/membership/data";
import { ensureStripeCustomer } from "@/lib/membership/mutations";
import { needsNewKey, onceUnderWay, paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { customerMetadata } from "@/lib/stripe/metadata";

/**
 * Answers the id of the person's one customer record at the payment service, which is made before the first payment
 * page. Any number of first visits at once make one: they share the idempotency key, and the first entry in the
 * database counts, whose id all of them get. A customer that the payment service has deleted is part of the key of the
 * next one: its own key would answer it again for a day. Throws 503 when the payment service cannot be asked, 401 when
 * the account was deleted meanwhile.
 */
export async function ensureCustomer(person: { userId: string; email: string }): Promise<string> {
  const { customer, former } = await getCustomerOrFormer(person.userId);
  if (customer) return customer.stripe_customer_id;
  const key = former ? `cus:${person.userId}:${former}` : `cus:${person.userId}`;
  const created = await createCustomer(person, key);
  const stored = await ensureStripeCustomer(person.userId, created);
  if (stored === null) throw new AppError("sign_in_required");
  return stored;
}

async function createCustomer(
  { userId, email }: { userId: string; email: string },
  key: string,
): Promise<string> {
  const create = (idempotencyKey: string) =>
    onceUnderWay(() =>
      stripe().customers.create({ email, metadata: customerMetadata(userId) }, { idempotencyKey }),
    );
  try {
    return (await create(key)).id;
  } catch (error) {
    if (!needsNewKey(error)) throw paymentsUnavailable(error);
  }
  // A failure is stored under the first key, or the address has changed since: by the minute, so that clicks share it.
  try {
    return (await create(`${key}:${Math.floor(Date.now() / 60_000)}`)).id;
  } catch (error) {
    throw paymentsUnavailable(error);
  }
}
