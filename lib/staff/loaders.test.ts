import { redirect } from "next/navigation";
import { offersAuthenticator } from "@/lib/auth/authenticator";
import { loadCurrentUser, loadKnownStaffRole, loadPerson, loadSession } from "@/lib/auth/session/loaders";
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
  loadCurrentUser: jest.fn(),
  loadKnownStaffRole: jest.fn(),
  loadPerson: jest.fn(),
}));

jest.mock("@/lib/auth/authenticator", () => ({
  ...jest.requireActual("@/lib/auth/authenticator"),
  offersAuthenticator: jest.fn(() => true),
}));

setTestSettings();
const factors = [{ id: "app", factor_type: "totp", status: "verified" }];
const ENDED = new AppError("sign_in_required");
const NO_STAFF = new AppError("staff_eyes_only");
const AWAY = new ServiceUnavailableError("auth", new Error("away"));

type Given = { aal?: "aal1" | "aal2"; factors?: object[]; user?: Error; role?: "owner" | "staff" | null };

function given({ aal = "aal1", factors = [], user, role = "staff" }: Given): void {
  const claims = { userId: "u", email: "a@b.test", aal, expiresAt: 1 };
  jest.mocked(loadSession).mockResolvedValue({ state: "valid", claims, accessToken: "token" });
  jest.mocked(loadKnownStaffRole).mockResolvedValue(role);
  const ask = jest.mocked(loadCurrentUser);
  if (user) ask.mockRejectedValue(user);
  else ask.mockResolvedValue({ id: "u", factors } as never);
}

beforeEach(() => {
  jest.clearAllMocks();
  jest.spyOn(console, "error").mockImplementation();
});
afterEach(() => jest.mocked(console.error).mockRestore());

test("returns the cookie's role for the tabs of a failed page, or null for a visitor", async () => {
  given({ role: "owner" });
  jest.mocked(loadPerson).mockResolvedValue({ userId: "u", email: "a@b.test", accessToken: "token" });
  expect(await loadTabsRole()).toBe("owner");
  jest.mocked(loadPerson).mockResolvedValue(null);
  expect(await loadTabsRole()).toBeNull();
});

describe("staff gate", () => {
  test.each<[string, Given]>([
    ["remind", {}],
    ["remind", { role: "owner" }],
    ["open", { factors, aal: "aal2" }],
    ["second-factor", { factors }],
    // The database returns no role until the second factor is used.
    ["second-factor", { factors, role: null }],
    ["failed", { role: null }],
    ["failed", { factors, aal: "aal2", role: null }],
    ["failed", { user: AWAY }],
    ["failed", { user: AWAY, aal: "aal2", role: null }],
    // The page's own loader redirects to the login.
    ["open", { user: ENDED }],
  ])("returns %s for %j", async (gate, facts) => {
    given(facts);
    expect(await loadStaffGate()).toBe(gate);
  });

  test("shows the page without a reminder when the service offers no second factor", async () => {
    jest.mocked(offersAuthenticator).mockReturnValueOnce(false);
    given({});
    expect(await loadStaffGate()).toBe("open");
  });

  test("returns failed when the session can't be checked", async () => {
    jest.mocked(loadSession).mockResolvedValue({ state: "unreachable" });
    expect(await loadStaffGate()).toBe("failed");
  });
});

describe("data for a staff page", () => {
  const read = jest.fn();
  const load = () => loadForStaff("/admin?q=a", read);

  beforeEach(() => read.mockReset().mockResolvedValue("rows"));

  test("reads the data with the user's token and one call to the auth service", async () => {
    given({});
    expect(await load()).toEqual({ data: "rows" });
    expect(read).toHaveBeenCalledWith("token");
    expect(loadCurrentUser).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Given, Error | null, string]>([
    ["an ended session", { user: ENDED }, null, "to /login?next=%2Fadmin%3Fq%3Da&failed=ended"],
    ["former staff", {}, NO_STAFF, "to /dashboard"],
  ])("redirects %s", async (_, facts, refusal, target) => {
    given(facts);
    if (refusal) read.mockRejectedValue(refusal);
    await expect(load()).rejects.toThrow(target);
  });

  test("redirects to the login without reading when no one is signed in", async () => {
    jest.mocked(loadSession).mockResolvedValue({ state: "none" });
    await expect(load()).rejects.toThrow("to /login?next=%2Fadmin%3Fq%3Da");
    expect(read).not.toHaveBeenCalled();
  });

  test.each<[string, Given, Error | null]>([
    ["the second factor is owed and the database refuses", { factors }, NO_STAFF],
    ["the second factor is owed and the database answers", { factors }, null],
    ["the auth service is down", { user: AWAY }, null],
    ["the read fails", {}, new Error("database away")],
  ])("returns null without a redirect when %s", async (_, facts, failure) => {
    given(facts);
    if (failure) read.mockRejectedValue(failure);
    expect(await load()).toBeNull();
    expect(redirect).not.toHaveBeenCalled();
  });
});
