import { loadPerson, loadSessionContext } from "@/lib/auth/session/loaders";
import { getActiveSubscription } from "@/lib/membership/data";
import { loadMembershipGate } from "@/lib/membership/loaders";

jest.mock("server-only", () => ({}));
jest.mock("@/lib/auth/session/loaders", () => ({ loadPerson: jest.fn(), loadSessionContext: jest.fn() }));
jest.mock("@/lib/membership/data", () => ({ getActiveSubscription: jest.fn() }));

const given = (staffRole: string | null | Error, subscription: object | null | Error) => {
  jest.mocked(loadPerson).mockResolvedValue({ userId: "u", email: "e", accessToken: "t" });
  const readRole = jest.mocked(loadSessionContext);
  if (staffRole instanceof Error) readRole.mockRejectedValue(staffRole);
  else readRole.mockResolvedValue({ staff_role: staffRole } as never);
  const read = jest.mocked(getActiveSubscription);
  if (subscription instanceof Error) read.mockRejectedValue(subscription);
  else read.mockResolvedValue(subscription as never);
};
const ACTIVE = {
  plan_type: "pro",
  status: "active",
  current_period_end: new Date(Date.now() + 86_400_000).toISOString(),
  cancel_at_period_end: false,
};
const AWAY = new Error("database away");

beforeEach(() => jest.spyOn(console, "error").mockImplementation());
afterEach(() => jest.restoreAllMocks());

test.each([
  [null, null, "required"],
  [null, ACTIVE, "open"],
  ["staff", null, "open"],
  [null, AWAY, "failed"],
  ["owner", AWAY, "open"],
  [AWAY, ACTIVE, "open"],
  [AWAY, null, "failed"],
])("staff role %s, subscription %j: %s", async (role, subscription, gate) => {
  given(role, subscription);
  expect(await loadMembershipGate()).toBe(gate);
});

test("without a person nobody can tell", async () => {
  jest.mocked(loadPerson).mockResolvedValue(null);
  expect(await loadMembershipGate()).toBe("failed");
});
