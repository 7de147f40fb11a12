import { decideStaffGate } from "@/lib/staff/staff-gate";

test.each([
  [{ role: null, isEnrolled: true, aal: "aal2" }, "failed"],
  [{ role: null, isEnrolled: false, aal: "aal1" }, "failed"],
  [{ role: null, isEnrolled: "failed", aal: "aal1" }, "failed"],
  // The database answers no role until the second factor is used.
  [{ role: null, isEnrolled: true, aal: "aal1" }, "second-factor"],
  [{ role: "owner", isEnrolled: "failed", aal: "aal2" }, "failed"],
  [{ role: "staff", isEnrolled: false, aal: "aal1" }, "remind"],
  [{ role: "owner", isEnrolled: false, aal: "aal1" }, "remind"],
  [{ role: "owner", isEnrolled: true, aal: "aal1" }, "second-factor"],
  [{ role: "staff", isEnrolled: true, aal: "aal1" }, "second-factor"],
  [{ role: "staff", isEnrolled: true, aal: "aal2" }, "open"],
] as const)("%j: %s", (facts, gate) => {
  expect(decideStaffGate({ ...facts, isOffered: true })).toBe(gate);
});

test("nobody is told to enrol what the service does not offer", () => {
  const facts = { role: "staff", isEnrolled: false, aal: "aal1", isOffered: false } as const;
  expect(decideStaffGate(facts)).toBe("open");
});
