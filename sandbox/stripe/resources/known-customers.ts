import type Stripe from "stripe";
import { noSuch } from "../errors.ts";
import type { Sandbox } from "../sandbox.ts";
import { type Condition, fieldIs } from "../store.ts";

/** The customer of this id that is still there; 400 for one that never was, or was deleted. */
export function findCustomer(sandbox: Sandbox, id: string, param = "customer"): Stripe.Customer {
  const customer = sandbox.store.get("customer", id);
  if (!customer || "deleted" in customer) throw noSuch("customer", id, param, 400);
  return customer;
}

/** The condition of a list that it is this customer's; 400 for one that never was. A deleted one's are still there. */
export function customerIs(sandbox: Sandbox, id: string | undefined): Condition[] {
  if (id !== undefined && !sandbox.store.get("customer", id)) throw noSuch("customer", id, "customer", 400);
  return fieldIs("customer", id);
}
