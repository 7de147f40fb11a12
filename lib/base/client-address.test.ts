import { setTestSettings } from "@/sandbox/builders/test-settings";

/** The module reads the settings once, so each number of hops gets a fresh copy of it. */
async function addressWith(hops: string, headers: Record<string, string>): Promise<string> {
  jest.resetModules();
  setTestSettings({ TRUSTED_PROXY_HOPS: hops });
  const { clientAddress } = await import("@/lib/base/client-address");
  return clientAddress(new Headers(headers));
}

test.each([
  ["0", { "x-socket-address": "203.0.113.5", "x-forwarded-for": "6.6.6.6" }, "203.0.113.5"],
  ["0", { "x-socket-address": "::ffff:203.0.113.5" }, "203.0.113.5"],
  ["1", { "x-socket-address": "10.0.0.1", "x-forwarded-for": "6.6.6.6, 203.0.113.5" }, "203.0.113.5"],
  [
    "2",
    { "x-socket-address": "10.0.0.1", "x-forwarded-for": "6.6.6.6, 203.0.113.5, 10.0.0.2" },
    "203.0.113.5",
  ],
  ["2", { "x-socket-address": "10.0.0.1", "x-forwarded-for": "203.0.113.5" }, "10.0.0.1"],
  ["1", { "x-socket-address": "10.0.0.1" }, "10.0.0.1"],
  ["1", { "x-socket-address": "10.0.0.1", "x-forwarded-for": "203.0.113.5:4711" }, "203.0.113.5"],
  ["0", {}, "unknown"],
])("behind %s proxies %j is %s", async (hops, headers, address) => {
  expect(await addressWith(hops, headers as Record<string, string>)).toBe(address);
});

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"],
])("the IPv6 address %s counts as %s", async (address, key) => {
  expect(await addressWith("0", { "x-socket-address": address })).toBe(key);
});
