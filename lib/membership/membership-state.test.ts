import {
  decideGate,
  type GateFacts,
  isActiveMembership,
  mainMembership,
  membershipState,
  membershipStates,
} from "@/lib/membership/membership-state";
import { aMembership } from "@/sandbox/builders/membership";

const NOW = Date.parse("2026-11-20T00:00:00Z");
const OVER = { current_period_end: "2026-11-19T23:59:59Z" };

describe("membershipState", () => {
  test.each([
    [{}, "active"],
    [{ cancel_at_period_end: true }, "ending"],
    [OVER, "renewing"],
    [{ current_period_end: new Date(NOW).toISOString() }, "renewing"],
    [{ current_period_end: "no date" }, "renewing"],
    [{ status: "past_due" }, "overdue"],
    [{ status: "unpaid" }, "overdue"],
    [{ status: "canceled" }, "ended"],
    [{ status: "incomplete_expired" }, "ended"],
    [{ status: "incomplete" }, "inactive"],
    [{ status: "paused" }, "inactive"],
    [{ status: "trialing" }, "inactive"],
    [{ status: "duplicate" }, "inactive"],
    [{ status: "unknown_price" }, "inactive"],
    [{ status: "ACTIVE" }, "inactive"],
    [{ status: "" }, "inactive"],
    [{ status: "constructor" }, "inactive"],
    [{ plan_type: "free" as never }, "inactive"],
  ])("%j is %s", (fields, state) => {
    expect(membershipState(aMembership(fields), NOW)).toBe(state);
  });

  test("only what gives member rates is shown as Active", () => {
    for (const status of [
      "active",
      "past_due",
      "unpaid",
      "canceled",
      "incomplete",
      "paused",
      "",
      "trialing",
    ]) {
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
  ])("%s", (_, all, expected) => {
    expect(mainMembership(all, NOW)).toBe(expected);
  });
});

describe("decideGate", () => {
  const member = (overrides: object = {}): GateFacts["subscription"] => ({
    plan_type: "pro",
    status: "active",
    current_period_end: "2026-12-01T00:00:00Z",
    cancel_at_period_end: false,
    ...overrides,
  });

  test.each<[string, GateFacts, ReturnType<typeof decideGate>]>([
    ["a member", { isStaff: false, subscription: member() }, "open"],
    [
      "a member until the period's end",
      { isStaff: false, subscription: member({ cancel_at_period_end: true }) },
      "open",
    ],
    ["nobody's member", { isStaff: false, subscription: null }, "required"],
    ["a period that is over", { isStaff: false, subscription: member(OVER) }, "required"],
    ["a failed renewal", { isStaff: false, subscription: member({ status: "past_due" }) }, "required"],
    ["staff without a membership", { isStaff: true, subscription: null }, "open"],
    ["staff whose membership cannot be read", { isStaff: true, subscription: "failed" }, "open"],
    ["a failed read", { isStaff: false, subscription: "failed" }, "failed"],
    ["a member whose staff row cannot be read", { isStaff: "failed", subscription: member() }, "open"],
    ["nobody's member whose staff row cannot be read", { isStaff: "failed", subscription: null }, "failed"],
    ["nothing readable", { isStaff: "failed", subscription: "failed" }, "failed"],
  ])("%s", (_name, facts, gate) => {
    expect(decideGate(facts, NOW)).toBe(gate);
  });
});
