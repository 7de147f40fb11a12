import type { $ZodRawIssue } from "zod/v4/core";

/** "held" values come from the page itself. */
type Source = "typed" | "chosen" | "held";

const typed = (name: string) => ({ name, source: "typed" as Source });
const chosen = (name: string) => ({ name, source: "chosen" as Source });
const held = (name: string) => ({ name, source: "held" as Source });

/** Form labels of the body's fields. */
const FIELDS: Record<string, { name: string; source: Source }> = {
  accepts_amount: chosen("answer whether the amount is right"),
  accepts_difference: chosen("answer whether the difference is right"),
  act_id: held("ID of what was done"),
  action: held("action"),
  address_line1: typed("street address"),
  address_line2: typed("second line of the address"),
  adjustment_id: held("ID of the question"),
  amount_cents: held("amount"),
  batch: typed("batch ID"),
  batchId: held("batch ID"),
  batch_id: held("batch ID"),
  cards: typed("number of cards"),
  carrier: chosen("carrier"),
  changes: held("list of changes"),
  choice: chosen("address"),
  city: typed("city"),
  closes: chosen("answer whether this is settled"),
  code: typed("code"),
  condition: chosen("condition of the package"),
  confirmPassword: typed("password once more"),
  count: typed("number of cards"),
  country: chosen("country"),
  currentPassword: typed("current password"),
  delay_reason: typed("reason of the delay"),
  delayed_until: typed("date"),
  delivered_on: typed("date of the delivery"),
  email: typed("email address"),
  event_id: held("ID of the delivery"),
  exception_id: held("ID of the exception"),
  factorId: held("ID of the authenticator app"),
  flow: held("step that was begun"),
  fulfillment_status: chosen("fulfillment status"),
  full_name: typed("full name"),
  generation: held("version of the tracking link"),
  grader: typed("name of the grading company"),
  grading_submission_number: typed("submission number"),
  id: held("ID"),
  identityId: held("ID of the linked account"),
  inbound_tracking: typed("tracking number"),
  internal_notes: typed("internal notes"),
  invoice_filename: chosen("invoice file"),
  is_more_to_come: chosen("answer whether more is to come"),
  is_quiet: chosen("answer whether the customer is told"),
  is_recount: chosen("answer whether this is a recount"),
  is_reviewed: chosen("answer whether this was reviewed"),
  is_same_box: chosen("answer whether this is the same parcel"),
  kind: chosen("kind"),
  level: chosen("mails that you want"),
  link: held("link"),
  mail_id: held("ID of the mail"),
  next: held("page to go on to"),
  note: typed("note"),
  notes: typed("notes"),
  num_cards: typed("number of cards"),
  number: typed("tracking or submission number"),
  option: chosen("answer"),
  order_id: held("ID of the batch"),
  order_ids: chosen("batches"),
  orders: chosen("batches"),
  package_id: held("ID of the package"),
  password: typed("password"),
  payment_status: chosen("payment status"),
  phone: typed("phone number"),
  plan: chosen("plan"),
  plan_type: chosen("plan"),
  postal_code: typed("postal code"),
  price_id: held("plan"),
  provider: chosen("site to link"),
  public: chosen("answer whether the customer sees it"),
  qty: typed("number of cards"),
  question: held("ID of the question"),
  reason: typed("reason"),
  refunded_cents: held("amount that was refunded"),
  request_id: held("ID of the refund"),
  resolution: typed("note on what was done"),
  rights: chosen("rights"),
  role: chosen("role"),
  sender: typed("sender"),
  session_id: held("payment session"),
  shelf: typed("shelf"),
  shelf_location: typed("shelf"),
  shipped_on: typed("date of shipping"),
  state: typed("state or province"),
  step: chosen("step"),
  submission_status: chosen("step of the batch"),
  token: held("tracking link"),
  tokenHash: held("link of the mail"),
  total_amount: held("total"),
  tracking_number: typed("tracking number"),
  type: held("kind of link"),
  unit_cents: typed("amount per card"),
  user_email: held("email address of the account"),
  user_id: held("account"),
  version: held("version of the batch"),
  words: typed("message"),
};

const RELOAD = "Please reload the page and try again.";

/** Returns a message the user can act on, with the form's label. A schema's own message wins over it. */
export function inputWords(issue: $ZodRawIssue): string {
  const key = issue.path?.findLast((part) => typeof part === "string");
  if (issue.code === "unrecognized_keys")
    return `This request has values that we do not know: ${issue.keys.join(", ")}.`;
  if (key === undefined) return `This request is not an object with the values that are asked for. ${RELOAD}`;
  const { name, source } = FIELDS[key] ?? typed("value");
  if (source === "held")
    return `The ${name} is ${issue.input === undefined ? "missing" : "not valid"}. ${RELOAD}`;
  if (issue.input === undefined || issue.input === null) return asked(name, source);
  return problemOf(issue, name, source);
}

function asked(name: string, source: Source): string {
  return `Please ${source === "typed" ? "enter" : "choose"} the ${name}.`;
}

function problemOf(issue: $ZodRawIssue, name: string, source: Source): string {
  switch (issue.code) {
    case "too_small":
      return issue.origin === "number" || issue.origin === "int"
        ? `Please check the ${name}: it is at least ${number(issue.minimum)}.`
        : asked(name, source);
    case "too_big":
      return `Please check the ${name}: ${limitOf(issue.origin, number(issue.maximum))}.`;
    case "invalid_value":
      return `Please check the ${name}: it is one of ${issue.values.map(String).join(", ")}.`;
    case "invalid_type":
      return `Please check the ${name}: it is ${KINDS[issue.expected] ?? "of another kind"}.`;
    case "invalid_format":
      return issue.format === "email"
        ? "Please enter a valid email address."
        : `Please check the ${name}: it is not valid.`;
    default:
      return `Please check the ${name}: it is not valid.`;
  }
}

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "yes or no (true or false)",
  array: "a list",
  object: "an object with values",
};

function limitOf(origin: string, maximum: string): string {
  if (origin === "string") return `it has at most ${maximum} characters`;
  return origin === "array" ? `there are at most ${maximum}` : `it is at most ${maximum}`;
}

const number = (value: number | bigint) => value.toLocaleString("en-US");
