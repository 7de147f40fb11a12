import { lastOutcome, noteOutcome } from "@/lib/base/service-outcomes";

test("the last call of each service tells, and none tells of another", () => {
  expect([lastOutcome("payments"), lastOutcome("mail")]).toEqual(["unknown", "unknown"]);
  noteOutcome("payments", false);
  expect([lastOutcome("payments"), lastOutcome("mail")]).toEqual(["degraded", "unknown"]);
  noteOutcome("payments", true);
  noteOutcome("mail", false);
  expect([lastOutcome("payments"), lastOutcome("mail")]).toEqual(["ok", "degraded"]);
});
