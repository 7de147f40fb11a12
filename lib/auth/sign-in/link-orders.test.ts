import { provesAddresses } from "@/lib/auth/data";
import { linkGuestOrders } from "@/lib/auth/mutations";
import { linkOrders, tryLinkOrders } from "@/lib/auth/sign-in/link-orders";

jest.mock("@/lib/auth/data");
jest.mock("@/lib/auth/mutations");
const proves = jest.mocked(provesAddresses);
const link = jest.mocked(linkGuestOrders);

beforeEach(() => {
  jest.resetAllMocks();
  jest.spyOn(console, "error").mockImplementation(() => {});
  proves.mockResolvedValue(true);
});
afterEach(() => jest.restoreAllMocks());

test("links nothing while the auth service confirms addresses by itself", async () => {
  proves.mockResolvedValue(false);
  expect(await linkOrders("1")).toBe(0);
  expect(link).not.toHaveBeenCalled();
});

test("answers how many were linked", async () => {
  link.mockResolvedValue(3);
  expect(await linkOrders("1")).toBe(3);
  expect(await tryLinkOrders("1")).toBe(3);
});

test("a failure does not stop a sign-in, but the endpoint hears of it", async () => {
  link.mockRejectedValue(new Error("database away"));
  expect(await tryLinkOrders("1")).toBe(0);
  await expect(linkOrders("1")).rejects.toThrow("database away");
});

test("a sign-in waits two seconds and no longer", async () => {
  jest.useFakeTimers();
  link.mockReturnValue(new Promise(() => {}));
  const linked = tryLinkOrders("1");
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await linked).toBe(0);
  jest.useRealTimers();
});
