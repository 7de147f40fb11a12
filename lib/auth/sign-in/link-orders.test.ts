import { confirmsByEmail } from "@/lib/auth/data";
import { linkGuestOrders } from "@/lib/auth/mutations";
import { newGuestCookieValue } from "@/lib/auth/session/guest-cookie";
import { linkOrders, tryLinkOrders } from "@/lib/auth/sign-in/link-orders";
import { setTestSettings } from "@/sandbox/builders/test-settings";

jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  return { ...actual, env: () => ({ ...actual.env(), APP_URL: appUrl }) };
});
jest.mock("@/lib/auth/data");
jest.mock("@/lib/auth/mutations");
setTestSettings();
let appUrl = "";
let orderCookie: string | undefined;
jest.mock("next/headers", () => ({
  cookies: async () => ({ get: () => (orderCookie ? { value: orderCookie } : undefined) }),
}));
const confirms = jest.mocked(confirmsByEmail);
const link = jest.mocked(linkGuestOrders);
const ON_THE_NET = "https://www.example.com";
const HERE = "http://localhost:3000";

beforeEach(() => {
  jest.resetAllMocks();
  jest.spyOn(console, "error").mockImplementation(() => {});
  orderCookie = undefined;
  appUrl = ON_THE_NET;
  confirms.mockResolvedValue(true);
  link.mockResolvedValue(3);
});
afterEach(() => jest.restoreAllMocks());

test.each([
  ["by email", true, ON_THE_NET, 3],
  ["not at all, on this machine", false, HERE, 3],
  ["not at all, on the net", false, ON_THE_NET, 0],
  ["in a way we can't tell", null, HERE, 0],
])("decides whether to link orders for an address confirmed %s", async (_how, isByEmail, at, linked) => {
  appUrl = at;
  confirms.mockResolvedValue(isByEmail);
  expect(await linkOrders("1")).toBe(linked);
  if (linked > 0) expect(link).toHaveBeenCalledWith("1", null, !isByEmail);
  else expect(link).not.toHaveBeenCalled();
});

test("passes on the browser's guest key", async () => {
  orderCookie = newGuestCookieValue();
  await linkOrders("1");
  expect(link).toHaveBeenCalledWith("1", expect.stringMatching(/^[0-9a-f]{64}$/), false);
});

test("ignores a failure during login but reports it from the endpoint", async () => {
  link.mockRejectedValue(new Error("database away"));
  expect(await tryLinkOrders("1")).toBe(0);
  await expect(linkOrders("1")).rejects.toThrow("database away");
});

test("delays a login by at most two seconds", async () => {
  jest.useFakeTimers();
  link.mockReturnValue(new Promise(() => {}));
  const linked = tryLinkOrders("1");
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await linked).toBe(0);
  jest.useRealTimers();
});
