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
  const of = (plan_type: string) => ({ plan_type });

  test.each<[string, string, GateFacts, ReturnType<typeof decideGate>]>([
    ["a member of the plan", "pro", { staff_role: null, subscription: of("pro") }, "open"],
    ["a member of a lower plan", "pro", { staff_role: null, subscription: of("starter") }, "required"],
    ["a member of a higher plan", "pro", { staff_role: null, subscription: of("elite") }, "required"],
    ["someone without a membership", "starter", { staff_role: null, subscription: null }, "required"],
    ["staff without a membership", "elite", { staff_role: "staff", subscription: null }, "open"],
    ["staff with another membership", "elite", { staff_role: "owner", subscription: of("pro") }, "open"],
  ])("answers %s who asks for %s", (_name, plan, facts, gate) => {
    expect(decideGate(plan, facts)).toBe(gate);
  });
});
