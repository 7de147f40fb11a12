import { headers } from "next/headers";
import { getSessionContext } from "@/lib/auth/data";
import { loadPerson } from "@/lib/auth/session/loaders";
import { getActiveSubscription } from "@/lib/membership/data";
import { loadMembershipGate } from "@/lib/membership/loaders";

jest.mock("server-only", () => ({}));
jest.mock("next/headers", () => ({ headers: jest.fn() }));
jest.mock("@/lib/auth/session/loaders", () => ({ loadPerson: jest.fn() }));
jest.mock("@/lib/membership/data", () => ({ getActiveSubscription: jest.fn() }));
jest.mock("@/lib/auth/data", () => ({ getSessionContext: jest.fn() }));

const given = (access: string, staffRole: string | null, subscription: object | null | Error) => {
  jest.mocked(headers).mockResolvedValue(new Headers({ "x-access": access }) as never);
  jest.mocked(loadPerson).mockResolvedValue({ userId: "u", email: "e", accessToken: "t" } as never);
  jest.mocked(getSessionContext).mockResolvedValue({ staff_role: staffRole } as never);
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

beforeEach(() => jest.spyOn(console, "error").mockImplementation());
afterEach(() => jest.restoreAllMocks());

test.each([
  ["open", null, new Error("never asked"), "open"],
  ["user", null, new Error("never asked"), "open"],
  ["subscriber", null, null, "required"],
  ["subscriber", null, ACTIVE, "open"],
  ["subscriber", "staff", null, "open"],
  ["subscriber", null, new Error("database away"), "failed"],
  ["subscriber", "owner", new Error("database away"), "open"],
])("a page for %s, staff role %s", async (access, role, subscription, gate) => {
  given(access, role, subscription);
  expect(await loadMembershipGate()).toBe(gate);
});
