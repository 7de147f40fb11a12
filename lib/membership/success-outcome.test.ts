import { sharedMessages } from "@/lib/base/shared-messages";
import type { JsonFailure } from "@/lib/http/post-json";
import { successOutcome } from "@/lib/membership/success-outcome";
import { aFailure } from "@/sandbox/builders/json-failure";
import { aMembership } from "@/sandbox/builders/membership";

const good = { success: true, subscription: aMembership(), plan_type: "pro" };
const ok = (data: unknown, status = 200) => ({ ok: true, status, data }) as const;
const no = (status: number, code: JsonFailure["code"] = "unknown", error = "No.") =>
  aFailure({ status, code, error });

test("no refusal from 300 to 599 but a conflict is a success, and each definite no is told", () => {
  const undecided = new Set([401, 408, 425, 429]);
  const expected = (status: number) => {
    if (status === 409) return { name: "processed" };
    const isNo = status >= 400 && status < 500 && !undecided.has(status);
    return isNo ? { name: "refused", message: "No." } : { name: "confirming" };
  };
  for (let status = 300; status <= 599; status++) {
    for (const namedPerson of [true, false]) {
      expect(successOutcome(no(status), namedPerson)).toEqual(expected(status));
    }
  }
});

test("an answer that was understood counts at every status from 200 to 299, any other body at none", () => {
  for (let status = 200; status <= 299; status++) {
    expect(successOutcome(ok(good, status), true).name).toBe("confirmed");
    expect(successOutcome(ok({ success: true }, status), true).name).toBe("confirming");
  }
});

test("a checked success brings the facts of the membership and nothing else", () => {
  const answer = ok({ ...good, subscription: { ...good.subscription, stripe_customer_id: "cus_1" } });
  expect(successOutcome(answer, true)).toEqual({ name: "confirmed", membership: aMembership() });
});

describe("bodies that are no checked success", () => {
  const without = (field: string) => ({
    success: true,
    subscription: { ...aMembership(), [field]: undefined },
  });
  test.each([
    [null],
    [undefined],
    [""],
    ["success"],
    [true],
    [1],
    [[]],
    [[good]],
    [{}],
    [{ success: true }],
    [{ success: true, plan_type: "pro" }],
    [{ success: true, subscription: null }],
    [{ success: true, subscription: [] }],
    [{ ...good, success: "true" }],
    [{ ...good, success: 1 }],
    [{ ...good, success: false }],
    [{ success: false }],
    [{ success: false, status: "open" }],
    [{ status: "pending" }],
    [{ success: true, subscription: aMembership({ plan_type: "free" as never }) }],
    [{ success: true, subscription: aMembership({ status: "" }) }],
    [{ success: true, subscription: aMembership({ current_period_end: "soon" }) }],
    [{ success: true, subscription: aMembership({ created_at: 1_700_000_000 as never }) }],
    ...Object.keys(aMembership()).map((field) => [without(field)]),
  ] as [unknown][])("%j", (body) => {
    expect(successOutcome(ok(body), true)).toEqual({ name: "confirming" });
  });
});

test.each([
  [
    "complete but not paid",
    ok({ success: false, status: "pending", message: "x" }),
    true,
    { name: "pending" },
  ],
  ["no answer", no(0, "no_answer"), true, { name: "confirming" }],
  [
    "unknown session",
    no(404, "membership_payment_unknown", sharedMessages.paymentNotFound),
    true,
    { name: "refused", message: sharedMessages.paymentNotFound },
  ],
  [
    "a no without words",
    no(404, "unexpected"),
    true,
    { name: "refused", message: sharedMessages.paymentNotFound },
  ],
  ["a missing field, with a person", no(400, "invalid_input"), true, { name: "anonymous" }],
  [
    "a missing field, without one",
    no(400, "invalid_input"),
    false,
    { name: "refused", message: sharedMessages.paymentNotFound },
  ],
  ["processed before", no(400, "unknown", "Payment already processed"), true, { name: "processed" }],
  ["a missing field, said with a fault", no(500, "invalid_input"), true, { name: "confirming" }],
])("%s", (_, answer, namedPerson, expected) => {
  expect(successOutcome(answer, namedPerson)).toEqual(expected);
});
