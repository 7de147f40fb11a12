import { eventHandlers } from "@/lib/jobs/handle-event";
import { openSubscription } from "@/lib/membership/open-subscription";
import { processSuccess } from "@/lib/membership/process-success";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { exceptionsOf } from "@/sandbox/builders/rows";
import { addCustomer } from "@/sandbox/builders/subscriber";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
const logged = catchLog();

async function aPayer() {
  const { userId, email, customer } = await addCustomer(sql, payments);
  await openSubscription({ userId, email }, "pro_monthly");
  const { data } = await payments.stripe.checkout.sessions.list({ customer });
  const id = data[0]?.id ?? "";
  await payments.control(`/checkout/sessions/${id}/pay`, {});
  const session = await payments.stripe.checkout.sessions.retrieve(id);
  return { userId, customer, id, subscription: session.subscription };
}

const deliveredBy: [string, (session: string, userId: string) => Promise<unknown>][] = [
  [
    "the page",
    (session, userId) =>
      expect(processSuccess(session, userId)).rejects.toMatchObject({ code: "payment_failed" }),
  ],
  ["an event", async (session) => eventHandlers["checkout.session.completed"]?.sync(session, "evt_none")],
];

test.each(deliveredBy)("reports a payment once when its customer was deleted before %s", async (_, sync) => {
  const { userId, customer, id, subscription } = await aPayer();
  await payments.stripe.customers.del(customer);
  for (let times = 0; times < 2; times++) await sync(id, userId);
  expect(await exceptionsOf(sql, customer)).toMatchObject([
    { reason: "customer_deleted", detail: { user_id: userId, subscription_id: subscription } },
  ]);
  // The job notifies staff.
  expect(logged("payment.exception")).toEqual([]);
});

test.each(deliveredBy)("reports nothing for a known membership, through %s", async (_, sync) => {
  const { userId, customer, id } = await aPayer();
  await processSuccess(id, userId);
  await payments.stripe.customers.del(customer);
  await sync(id, userId).catch(() => {});
  expect(await exceptionsOf(sql, customer)).toEqual([]);
});
