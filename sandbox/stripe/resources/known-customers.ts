import type Stripe from "stripe";
import { noSuch } from "../errors.ts";
import type { Sandbox } from "../sandbox.ts";
import { type Condition, fieldIs } from "../store.ts";

/** Returns an existing customer. Throws 400 for an unknown or deleted one. */
export function findCustomer(sandbox: Sandbox, id: string, param = "customer"): Stripe.Customer {
  const customer = sandbox.store.get("customer", id);
  if (!customer || "deleted" in customer) throw noSuch("customer", id, param, 400);
  return customer;
}

/** Returns the list condition for a customer. Throws 400 for an unknown customer, but allows deleted ones. */
export function customerIs(sandbox: Sandbox, id: string | undefined): Condition[] {
  if (id !== undefined && !sandbox.store.get("customer", id)) throw noSuch("customer", id, "customer", 400);
  return fieldIs("customer", id);
}
