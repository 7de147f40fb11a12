import type { $ZodRawIssue } from "zod/v4/core";

/** "held" values come from the page itself, not from the user. */
type Source = "typed" | "chosen" | "held";

const typed = (name: string) => ({ name, source: "typed" as Source });
const chosen = (name: string) => ({ name, source: "chosen" as Source });
const fromPage = (name: string) => ({ name, source: "held" as Source });

const FIELDS: Record<string, { name: string; source: Source }> = {
  accepts_amount: chosen("decision on the amount"),
  accepts_difference: chosen("decision on the difference"),
  action_id: fromPage("ID of the action"),
  action: fromPage("action"),
  address_line1: typed("street address"),
  address_line2: typed("second address line"),
  adjustment_id: fromPage("question ID"),
  amount_cents: fromPage("amount"),
  batch: typed("batch ID"),
  batchId: fromPage("batch ID"),
  batch_id: fromPage("batch ID"),
  cards: typed("number of cards"),
  carrier: chosen("carrier"),
  changes: fromPage("list of changes"),
  choice: chosen("address"),
  city: typed("city"),
  closes: chosen("choice to settle this"),
  code: typed("code"),
  condition: chosen("condition of the package"),
  confirmPassword: typed("password again"),
  count: typed("number of cards"),
  country: chosen("country"),
  currentPassword: typed("current password"),
  delay_reason: typed("delay reason"),
  delayed_until: typed("date"),
  delivered_on: typed("delivery date"),
  email: typed("email address"),
  event_id: fromPage("event ID"),
  exception_id: fromPage("exception ID"),
  factorId: fromPage("authenticator app ID"),
  flow: fromPage("current step"),
  fulfillment_status: chosen("fulfillment status"),
  full_name: typed("full name"),
  generation: fromPage("tracking link version"),
  grader: typed("grading company"),
  grading_submission_number: typed("submission number"),
  id: fromPage("ID"),
  identityId: fromPage("linked account ID"),
  inbound_tracking: typed("tracking number"),
  internal_notes: typed("internal notes"),
  invoice_filename: chosen("invoice file"),
  is_more_to_come: chosen("choice about the missing cards"),
  is_quiet: chosen("choice to notify the customer"),
  is_recount: chosen("choice to recount"),
  is_reviewed: chosen("choice to mark this reviewed"),
  is_same_box: chosen("choice to use the same package"),
  kind: chosen("type"),
  level: chosen("emails you want"),
  link: fromPage("link"),
  mail_id: fromPage("email ID"),
  next: fromPage("next page"),
  note: typed("note"),
  notes: typed("notes"),
  num_cards: typed("number of cards"),
  number: typed("tracking or submission number"),
  option: chosen("answer"),
  order_id: fromPage("batch ID"),
  order_ids: chosen("batches"),
  orders: chosen("batches"),
  package_id: fromPage("package ID"),
  password: typed("password"),
  payment_status: chosen("payment status"),
  phone: typed("phone number"),
  plan: chosen("plan"),
  plan_type: chosen("plan"),
  postal_code: typed("postal code"),
  price_id: fromPage("plan"),
  provider: chosen("site to connect"),
  public: chosen("choice to show this to the customer"),
  qty: typed("number of cards"),
  question: fromPage("question ID"),
  reason: typed("reason"),
  refunded_cents: fromPage("refunded amount"),
  request_id: fromPage("refund ID"),
  resolution: typed("resolution note"),
  rights: chosen("rights"),
  role: chosen("role"),
  sender: typed("sender"),
  session_id: fromPage("payment session"),
  shelf: typed("shelf"),
  shelf_location: typed("shelf"),
  shipped_on: typed("ship date"),
  state: typed("state or province"),
  step: chosen("step"),
  submission_status: chosen("batch status"),
  token: fromPage("tracking link"),
  tokenHash: fromPage("email link"),
  total_amount: fromPage("total"),
  tracking_number: typed("tracking number"),
  type: fromPage("link type"),
  unit_cents: typed("amount per card"),
  user_email: fromPage("account email address"),
  user_id: fromPage("account"),
  version: fromPage("batch version"),
  words: typed("message"),
};

const RELOAD = "Please reload the page and try again.";

/** Returns a message the user can act on, with the form's label. A schema's own message takes precedence. */
export function inputText(issue: $ZodRawIssue): string {
  const key = issue.path?.findLast((part) => typeof part === "string");
  if (issue.code === "unrecognized_keys") return `This request has unknown fields: ${issue.keys.join(", ")}.`;
  if (key === undefined) return `This request isn't a JSON object. ${RELOAD}`;
  const { name, source } = FIELDS[key] ?? typed("value");
  if (source === "held")
    return `The ${name} is ${issue.input === undefined ? "missing" : "invalid"}. ${RELOAD}`;
  if (issue.input === undefined || issue.input === null) return requiredText(name, source);
  return problemOf(issue, name, source);
}

function requiredText(name: string, source: Source): string {
  return `Please ${source === "typed" ? "enter" : "choose"} the ${name}.`;
}

function problemOf(issue: $ZodRawIssue, name: string, source: Source): string {
  switch (issue.code) {
    case "too_small":
      return issue.origin === "number" || issue.origin === "int"
        ? `The ${name} must be at least ${number(issue.minimum)}.`
        : requiredText(name, source);
    case "too_big":
      return `Please limit the ${name} to ${number(issue.maximum)}${issue.origin === "string" ? " characters" : ""}.`;
    case "invalid_value":
      return `The ${name} must be one of these: ${issue.values.map(String).join(", ")}.`;
    case "invalid_type":
      return KINDS[issue.expected]
        ? `The ${name} must be ${KINDS[issue.expected]}.`
        : `The ${name} has the wrong type.`;
    case "invalid_format":
      if (issue.format === "email") return "Please enter a valid email address.";
  }
  return `The ${name} isn't valid. Please check it.`;
}

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const number = (value: number | bigint) => value.toLocaleString("en-US");
