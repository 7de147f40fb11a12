import { globSync } from "node:fs";
import * as z from "zod/mini";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { readGraderLookup } from "@/lib/base/grader-lookup";
import { firstValue, queryKey } from "@/lib/base/query";
import { RequestContext, withinRequest } from "@/lib/base/request-context";
import { routeOf } from "@/lib/base/route";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("route", () => {
  const TOKEN = "f3Jk-secret_token-of-somebody-0123456789abcd";

  test.each([
    ["/", "/"],
    ["/login?next=%2Fsubmit&email=jane%40example.org", "/login"],
    [`/track/${TOKEN}`, "/track/[id]"],
    [`/api/mail/${TOKEN}/off`, "/api/mail/[id]/off"],
    ["/orders/0b0f3e1c/label?link=abc", "/orders/[id]/label"],
    ["/api/admin/orders/0b0f3e1c", "/api/admin/orders/[id]"],
    ["/.well-known/security.txt", "/.well-known/security.txt"],
    ["/track/[token]", "/track/[id]"],
  ])("maps %s to the route %s", (url, route) => {
    expect(routeOf(url)).toBe(route);
    expect(routeOf(route)).toBe(route);
  });

  test.each(["", `/track/${TOKEN}/more`, `/${TOKEN}`, "/LOGIN", `http://evil.test/track/${TOKEN}`])(
    "hides the unknown address %j",
    (url) => {
      expect(routeOf(url)).toBe("unlisted");
    },
  );

  test("knows the route of every page and endpoint", () => {
    const folders = globSync("app/**/{page.tsx,route.ts}", { cwd: `${import.meta.dirname}/../..` })
      .filter((file) => !/@|\[\.\.\./.test(file))
      .map((file) =>
        file
          .split("/")
          .slice(1, -1)
          .filter((part) => !part.startsWith("(")),
      );
    const addresses = [...new Set(folders.map((parts) => `/${parts.join("/")}`))];
    expect(addresses.length).toBeGreaterThan(90);
    const own = addresses.map((address) => [address, routeOf(address.replace(/\[\w+\]/g, TOKEN))]);
    expect(own.filter(([address, route]) => address?.replace(/\[\w+\]/g, "[id]") !== route)).toEqual([]);
  });
});

describe("query", () => {
  test.each([
    [["a", "b"], "a"],
    [undefined, undefined],
  ])("takes the first value of %j: %j", (value, expected) => {
    expect(firstValue(value)).toBe(expected);
  });

  const schema = z.object({ step: queryKey(z.enum(["one", "two"])), text: queryKey(z.string()) });

  test.each([
    [
      { step: "one", text: "x" },
      { step: "one", text: "x" },
    ],
    [{ step: ["three", "one"] }, {}],
    [{ step: "constructor", text: [] }, {}],
  ])("reads %j as %j", (query, expected) => {
    expect(schema.parse(query)).toEqual(expected);
  });
});

describe("client address", () => {
  /** The module reads its settings once, so each number of hops needs a fresh copy. */
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
    ["1", { "x-socket-address": "10.0.0.1", "x-forwarded-for": "203.0.113.5:4711" }, "203.0.113.5"],
    ["0", {}, "unknown"],
  ])("finds the client behind %s proxies in %j: %s", async (hops, headers, address) => {
    expect(await addressWith(hops, headers as Record<string, string>)).toBe(address);
  });

  test.each([
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"],
  ])("limits the IPv6 address %s as %s", async (address, key) => {
    expect(await addressWith("0", { "x-socket-address": address })).toBe(key);
  });
});

describe("request context", () => {
  test("exposes a request's route but never its URL", () => {
    const request = new RequestContext("r1", "/track/secret?email=jane@example.org");
    expect(request.route).toBe("/track/[id]");
    expect(JSON.stringify(request)).not.toMatch(/secret|jane/);
  });

  test("numbers the references of a request's failures", () => {
    withinRequest(new RequestContext("r1", "/"), () => {
      expect(new AppError("database_failed").digest).toBe("r1");
      expect(new AppError("not_found").digest).toBeUndefined();
      expect(new ServiceUnavailableError("database", null).digest).toBe("r1-2");
    });
    withinRequest(new RequestContext("r2", "/"), () => expect(new AppError("unexpected").digest).toBe("r2"));
    expect(new AppError("unexpected").digest).toBeUndefined();
  });
});

describe("grader lookup", () => {
  const PSA = "https://psa.example/orders/{number}";
  const BGS = "https://bgs.example/o?n={number}&x=1;y";
  test.each([
    "psa.example/{number}",
    "http://psa.example/{number}",
    "https://psa.example/",
    "https://user@psa.example/{number}",
    `PSA=${PSA};`,
    `PSA=${PSA}; psa=${BGS}`,
  ])("rejects the setting %j", (setting) => expect(readGraderLookup(setting)).toBeNull());
});
