import { redirect } from "next/navigation";
import { loadKnownStaffRole, loadPerson, loadSession, loadStandingUser } from "@/lib/auth/session/loaders";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { loadForStaff, loadStaffGate, loadTabsRole } from "@/lib/staff/loaders";
import { setTestSettings } from "@/sandbox/builders/test-settings";

jest.mock("next/navigation", () => ({
  redirect: jest.fn((path: string) => {
    throw new Error(`to ${path}`);
  }),
}));
jest.mock("@/lib/auth/session/loaders", () => ({
  loadSession: jest.fn(),
  loadStandingUser: jest.fn(),
  loadKnownStaffRole: jest.fn(),
  loadPerson: jest.fn(),
}));

setTestSettings({ AUTH_SECOND_FACTOR: "totp" });
const APP = { id: "app", factor_type: "totp", status: "verified" };
const ENDED = new AppError("sign_in_required");
const NO_STAFF = new AppError("staff_eyes_only");
const AWAY = new ServiceUnavailableError("auth", new Error("away"));

type Given = { aal?: "aal1" | "aal2"; factors?: object[]; user?: Error; role?: "owner" | "staff" | null };

function given({ aal = "aal1", factors = [], user, role = "staff" }: Given): void {
  const claims = { userId: "u", email: "a@b.test", aal, expiresAt: 1 };
  jest.mocked(loadSession).mockResolvedValue({ state: "valid", claims, accessToken: "token" });
  jest.mocked(loadKnownStaffRole).mockResolvedValue(role);
  const ask = jest.mocked(loadStandingUser);
  if (user) ask.mockRejectedValue(user);
  else ask.mockResolvedValue({ id: "u", factors } as never);
}

beforeEach(() => {
  jest.clearAllMocks();
  jest.spyOn(console, "error").mockImplementation();
});
afterEach(() => jest.mocked(console.error).mockRestore());

test("a page that failed has the tabs of the role that the cookie tells; a visitor has none", async () => {
  given({ role: "owner" });
  jest.mocked(loadPerson).mockResolvedValue({ userId: "u", email: "a@b.test", accessToken: "token" });
  expect(await loadTabsRole()).toBe("owner");
  jest.mocked(loadPerson).mockResolvedValue(null);
  expect(await loadTabsRole()).toBeNull();
});

describe("the layout's gate", () => {
  test.each<[Given, string]>([
    [{}, "remind"],
    [{ factors: [APP], aal: "aal2" }, "open"],
    [{ factors: [APP] }, "second-factor"],
    [{ factors: [APP], role: null }, "second-factor"],
    [{ role: null }, "failed"],
    [{ user: AWAY }, "failed"],
    // The page's own loader sends this person to the log-in.
    [{ user: ENDED }, "open"],
  ])("%j: %s", async (facts, gate) => {
    given(facts);
    expect(await loadStaffGate()).toBe(gate);
  });

  test("a session that cannot be checked fails", async () => {
    jest.mocked(loadSession).mockResolvedValue({ state: "unreachable" });
    expect(await loadStaffGate()).toBe("failed");
  });
});

describe("a page's rows", () => {
  const read = jest.fn();
  const load = () => loadForStaff("/admin?q=a", read);

  beforeEach(() => read.mockReset().mockResolvedValue("rows"));

  test("are read with the person's token, beside the one question to the auth service", async () => {
    given({});
    expect(await load()).toEqual({ data: "rows" });
    expect(read).toHaveBeenCalledWith("token");
    expect(loadStandingUser).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Given, Error | null, string]>([
    ["a session that has ended", { user: ENDED }, null, "to /login?next=%2Fadmin%3Fq%3Da&failed=ended"],
    ["who is no staff any more", {}, NO_STAFF, "to /dashboard"],
  ])("%s is sent away", async (_, facts, refusal, target) => {
    given(facts);
    if (refusal) read.mockRejectedValue(refusal);
    await expect(load()).rejects.toThrow(target);
  });

  test("who is not signed in is sent to the log-in, and nothing is read", async () => {
    jest.mocked(loadSession).mockResolvedValue({ state: "none" });
    await expect(load()).rejects.toThrow("to /login?next=%2Fadmin%3Fq%3Da");
    expect(read).not.toHaveBeenCalled();
  });

  test.each([
    ["refuses", NO_STAFF],
    ["answers", null],
  ])("who owes the second factor sees none and stays while the database %s", async (_, refusal) => {
    given({ factors: [APP] });
    if (refusal) read.mockRejectedValue(refusal);
    expect(await load()).toBeNull();
    expect(redirect).not.toHaveBeenCalled();
  });

  test.each<[string, Given, Error | null]>([
    ["the auth service is away", { user: AWAY }, null],
    ["the rows cannot be read", {}, new Error("database away")],
  ])("there are none while %s", async (_, facts, failure) => {
    given(facts);
    if (failure) read.mockRejectedValue(failure);
    expect(await load()).toBeNull();
  });
});
