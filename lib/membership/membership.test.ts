import { sharedMessages } from "@/lib/base/shared-messages";
import type { JsonFailure } from "@/lib/http/post-json";
import { successOutcome } from "@/lib/membership/follow-success";
import {
  decideGate,
  type GateFacts,
  isActiveMembership,
  mainMembership,
  membershipState,
  membershipStates,
} from "@/lib/membership/membership-state";
import { quotaUse, remainingCards } from "@/lib/membership/monthly-quota";
import { OFFERS } from "@/lib/membership/offers";
import { portalSchema, processSuccessSchema, subscribeSchema } from "@/lib/membership/schema";
import { publicMembership } from "@/lib/membership/stored-membership";
import { aMembership } from "@/sandbox/builders/membership";
import { aFailure } from "@/sandbox/builders/stub-endpoint";

describe("membership", () => {
  test("removes the user, customer and subscription IDs from a public membership", () => {
    const membership = aMembership();
    const ids = { user_id: "u", stripe_subscription_id: "sub_1", stripe_customer_id: "cus_1" };
    expect(publicMembership({ ...membership, ...ids })).toEqual(membership);
  });
});

describe("membership state", () => {
  const NOW = Date.parse("2026-11-20T00:00:00Z");
  const OVER = { current_period_end: "2026-11-19T23:59:59Z" };

  describe("membershipState", () => {
    test.each([
      [{}, "active"],
      [{ cancel_at_period_end: true }, "ending"],
      [{ current_period_end: new Date(NOW).toISOString() }, "renewing"],
      [{ status: "past_due" }, "overdue"],
      [{ status: "unpaid" }, "overdue"],
      [{ status: "canceled" }, "ended"],
      [{ status: "incomplete" }, "inactive"],
      [{ status: "unknown_price" }, "inactive"],
      [{ status: "constructor" }, "inactive"],
      [{ plan_type: "free" as never }, "inactive"],
    ])("maps %j to the state %s", (fields, state) => {
      expect(membershipState(aMembership(fields), NOW)).toBe(state);
    });

    test("labels a membership Active only while member rates apply", () => {
      for (const status of ["active", "past_due", "canceled", "trialing"]) {
        for (const fields of [{}, { cancel_at_period_end: true }, OVER, { plan_type: "free" as never }]) {
          const membership = aMembership({ ...fields, status });
          const { label } = membershipStates[membershipState(membership, NOW)];
          expect(label === "Active").toBe(isActiveMembership(membership, NOW));
        }
      }
    });
  });

  describe("mainMembership", () => {
    const active = aMembership();
    const overdue = aMembership({ status: "past_due", created_at: "2026-11-06T00:00:00Z" });
    const ended = aMembership({ status: "canceled", created_at: "2026-11-07T00:00:00Z" });
    const endedBefore = aMembership({ status: "canceled", created_at: "2025-01-01T00:00:00Z" });
    const duplicate = aMembership({ status: "duplicate", created_at: "2026-11-08T00:00:00Z" });

    test.each([
      ["nothing", [], null],
      ["the active one", [ended, duplicate, active, overdue], active],
      ["what is owed before what is over", [ended, overdue], overdue],
      ["the newest of those that are over", [endedBefore, ended], ended],
      ["none that never counted", [duplicate], null],
    ])("returns %s", (_, all, expected) => {
      expect(mainMembership(all, NOW)).toBe(expected);
    });
  });

  describe("decideGate", () => {
    const of = (plan_type: string) => ({ plan_type });

    test.each<[string, string, GateFacts, ReturnType<typeof decideGate>]>([
      ["a member of the plan", "pro", { staff_role: null, subscription: of("pro") }, "open"],
      ["a member of a lower plan", "pro", { staff_role: null, subscription: of("starter") }, "required"],
      ["someone without a membership", "starter", { staff_role: null, subscription: null }, "required"],
      ["staff without a membership", "elite", { staff_role: "staff", subscription: null }, "open"],
    ])("checks access of %s to a page for %s members", (_name, plan, facts, gate) => {
      expect(decideGate(plan, facts)).toBe(gate);
    });
  });
});

describe("quota", () => {
  describe("quotaUse", () => {
    test.each([
      [0, 100, 0, "success"],
      [74, 100, 74, "success"],
      [75, 100, 75, "warning"],
      [90, 100, 90, "danger"],
      [100, 100, 100, "danger"],
      [130, 100, 130, "danger"],
    ] as const)("shows %d of %d used cards as %d %% in the color %s", (used, limit, percent, tone) => {
      expect(quotaUse(used, limit)).toEqual({ percent, tone });
    });
  });

  test.each([
    ["a payment on its way", 100, { usedCards: 40, heldCards: 10, replaceableCards: 0 }, 50],
    ["both", 100, { usedCards: 40, heldCards: 30, replaceableCards: 20 }, 50],
    [
      "an open page that was released meanwhile",
      100,
      { usedCards: 40, heldCards: 0, replaceableCards: 20 },
      60,
    ],
    ["more used than the new plan has", 100, { usedCards: 320, heldCards: 5, replaceableCards: 0 }, 0],
  ])("returns the cards left with %s", (_, limit, month, expected) => {
    expect(remainingCards(limit, month)).toBe(expected);
  });
});

describe("schema", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  type Result = { success: boolean; error?: { issues: { message: string }[] } | undefined };
  const problem = ({ error }: Result) => error?.issues[0]?.message ?? null;

  test("accepts a price and an optional person in a checkout request", () => {
    const body = { price_id: "pro_monthly", user_id: ID, user_email: "casey@example.com" };
    expect(subscribeSchema.parse(body)).toEqual(body);
    expect(subscribeSchema.parse({ price_id: "pro_monthly", amount: 1 })).toEqual({
      price_id: "pro_monthly",
    });
    expect(subscribeSchema.safeParse({ ...body, user_id: "42" }).success).toBe(false);
  });

  test.each([[{}], [{ price_id: "x".repeat(256) }]])("rejects %j as an invalid plan", (body) => {
    expect(problem(subscribeSchema.safeParse(body))).toBe("Invalid plan selected");
  });

  test("accepts a session and an optional person in a success request", () => {
    const body = { session_id: "cs_test_a1b2c3d4e5", user_id: ID, user_email: "casey@example.com" };
    expect(processSuccessSchema.parse({ ...body, plan: "elite" })).toEqual(body);
    expect(processSuccessSchema.parse({ session_id: "x".repeat(300) })).toEqual({
      session_id: "x".repeat(300),
    });
  });

  test.each([[{}], [{ session_id: "" }]])("rejects %j because the session ID is missing", (body) => {
    expect(problem(processSuccessSchema.safeParse(body))).toBe("Missing required fields");
  });

  test("rejects a session ID longer than 300 characters", () => {
    expect(processSuccessSchema.safeParse({ session_id: "x".repeat(301) }).success).toBe(false);
  });

  test("reads only the flow of a portal request", () => {
    expect(portalSchema.parse({})).toEqual({});
    expect(portalSchema.parse({ flow: "cancel", customer: "cus_1" })).toEqual({ flow: "cancel" });
    expect(portalSchema.safeParse({ flow: "refund" }).success).toBe(false);
  });
});

describe("offers", () => {
  test("lists the four plans with prices, rates, limits and benefits", () => {
    expect(OFFERS.map(({ id, name, price, per, points }) => [id, name, price + per, ...points])).toEqual([
      [
        "free",
        "No Commitment",
        "$0pay per submission",
        "$25/card",
        "No monthly fee, no card limit",
        "Every batch tracked on your dashboard",
      ],
      [
        "starter",
        "Casual Collector",
        "$29/month",
        "$25/card",
        "Up to 100 cards/month",
        "Free return shipping and insurance",
      ],
      [
        "pro",
        "Serious Collector",
        "$99/month",
        "$22/card",
        "Up to 500 cards/month",
        "Cheapest at 34–50 cards a month",
      ],
      [
        "elite",
        "Volume Master",
        "$249/month",
        "$19/card",
        "Up to 1,000 cards/month",
        "Cheapest at 51+ cards a month",
      ],
    ]);
  });
});

describe("success outcome", () => {
  const good = { success: true, subscription: aMembership(), plan_type: "pro" };
  const ok = (data: unknown, status = 200) => ({ ok: true, status, data }) as const;
  const no = (status: number, code: JsonFailure["code"] = "unknown", error = "No.") =>
    aFailure({ status, code, error });

  test("treats 409 as the only success among statuses 300 to 599", () => {
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

  test("returns only public membership fields on success", () => {
    const answer = ok({ ...good, subscription: { ...good.subscription, stripe_customer_id: "cus_1" } });
    expect(successOutcome(answer, true)).toEqual({ name: "confirmed", membership: aMembership() });
  });

  describe("bodies that aren't a success", () => {
    const without = (field: string) => ({
      success: true,
      subscription: { ...aMembership(), [field]: undefined },
    });
    test.each([
      [null],
      [[good]],
      [{ success: true }],
      [{ ...good, success: "true" }],
      [{ ...good, success: false }],
      [{ success: true, subscription: aMembership({ plan_type: "free" as never }) }],
      [{ success: true, subscription: aMembership({ current_period_end: "soon" }) }],
      ...Object.keys(aMembership()).map((field) => [without(field)]),
    ] as [unknown][])("returns confirming for %j", (body) => {
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
    ["a missing field, with a person", no(400, "invalid_input"), true, { name: "anonymous" }],
    [
      "a missing field, without one",
      no(400, "invalid_input"),
      false,
      { name: "refused", message: sharedMessages.paymentNotFound },
    ],
    ["processed before", no(400, "unknown", "Payment already processed"), true, { name: "processed" }],
  ])("returns the outcome for a response: %s", (_, answer, namedPerson, expected) => {
    expect(successOutcome(answer, namedPerson)).toEqual(expected);
  });
});
