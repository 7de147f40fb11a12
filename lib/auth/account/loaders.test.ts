import { isLinkUsable } from "@/lib/auth/account/loaders";
import { isHeldLink } from "@/lib/auth/account/prove-mailbox";
import { isMailLinkOpen } from "@/lib/auth/data";
import { takeRateLimits } from "@/lib/http/rate-limit";

jest.mock("server-only", () => ({}));
jest.mock("@/lib/auth/account/prove-mailbox", () => ({ isHeldLink: jest.fn() }));
jest.mock("@/lib/auth/data", () => ({ isMailLinkOpen: jest.fn() }));
jest.mock("@/lib/auth/session/loaders", () => ({}));
jest.mock("next/headers", () => ({ headers: async () => new Headers() }));
jest.mock("@/lib/base/client-address", () => ({ clientAddress: () => "10.0.0.1" }));
jest.mock("@/lib/http/rate-limit", () => ({ rateLimits: {}, takeRateLimits: jest.fn() }));

beforeEach(() => {
  jest.mocked(isHeldLink).mockResolvedValue(false);
  jest.mocked(takeRateLimits).mockResolvedValue(undefined);
  jest.spyOn(console, "error").mockImplementation(() => {});
});

test.each([
  ["an unused link", true, async () => true, false],
  ["a used link", false, async () => false, false],
  ["a link that this browser has just redeemed", true, async () => false, true],
  ["any link while the database is down", true, () => Promise.reject(new Error("down")), false],
])("returns whether %s is usable: %s", async (_link, expected, isOpen, isHeld) => {
  jest.mocked(isMailLinkOpen).mockImplementation(isOpen);
  jest.mocked(isHeldLink).mockResolvedValue(isHeld);
  expect(await isLinkUsable("hash")).toBe(expected);
});

test("skips the lookup for a client address over its rate limit", async () => {
  jest.mocked(takeRateLimits).mockRejectedValue(new Error("too many"));
  jest.mocked(isMailLinkOpen).mockResolvedValue(false);
  expect(await isLinkUsable("hash")).toBe(true);
});

test("shows the form when the database doesn't respond within two seconds", async () => {
  jest.useFakeTimers();
  jest.mocked(isMailLinkOpen).mockReturnValue(new Promise(() => {}));
  const answer = isLinkUsable("hash");
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await answer).toBe(true);
  jest.useRealTimers();
});
