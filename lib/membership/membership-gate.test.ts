import { decideGate, type GateFacts } from "@/lib/membership/membership-gate";

const NOW = Date.parse("2026-11-21T12:00:00Z");
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
  [
    "a period that is over",
    { isStaff: false, subscription: member({ current_period_end: "2026-11-21T11:59:59Z" }) },
    "required",
  ],
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
