/** What the paths of the payment service's API are made of, as far as we call it; everything else in them is an id. */
const WORDS = new Set(
  "v1 billing_portal sessions configurations checkout expire customers disputes events invoices payment_intents refunds charges subscriptions subscription_schedules prices products webhook_endpoints search".split(
    " ",
  ),
);

/** Answers what a request to the payment service does, without ids and query: `POST v1/checkout/sessions/{id}/expire`. */
export function operationOf(method: string, path: string): string {
  const [plain = ""] = path.split("?");
  const words = plain.split("/").filter(Boolean);
  return `${method} ${words.map((word) => (WORDS.has(word) ? word : "{id}")).join("/")}`;
}
