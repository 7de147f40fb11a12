import { globSync } from "node:fs";
import { routeOf } from "@/lib/base/route";

const TOKEN = "f3Jk-secret_token-of-somebody-0123456789abcd";

test.each([
  ["/", "/"],
  ["/login?next=%2Fsubmit&email=jane%40example.org", "/login"],
  ["/admin?q=jane%40example.org#jane", "/admin"],
  ["/submit?mode=payg", "/submit"],
  [`/track/${TOKEN}`, "/track/[id]"],
  [`/mail/${TOKEN}`, "/mail/[id]"],
  [`/api/mail/${TOKEN}/off`, "/api/mail/[id]/off"],
  [`/track/${TOKEN}?paid=1`, "/track/[id]"],
  ["/orders/0b0f3e1c/label?link=abc", "/orders/[id]/label"],
  ["/api/admin/orders/bulk", "/api/admin/orders/bulk"],
  ["/api/admin/orders/0b0f3e1c", "/api/admin/orders/[id]"],
  ["/api/admin/packages/changes/17/undo", "/api/admin/packages/changes/[id]/undo"],
  ["/.well-known/security.txt", "/.well-known/security.txt"],
  ["/track/[token]", "/track/[id]"],
])("%s is of the route %s", (url, route) => {
  expect(routeOf(url)).toBe(route);
  expect(routeOf(route)).toBe(route);
});

test.each([
  "",
  "*",
  "/track/",
  `/track/${TOKEN}/more`,
  `/${TOKEN}`,
  "/LOGIN",
  "/login/",
  "//login",
  "/xwell-known/security.txt",
  `http://evil.test/track/${TOKEN}`,
  "/[...unlisted]",
  "unlisted",
])("%j is no address of ours, and nothing of it is told", (url) => {
  expect(routeOf(url)).toBe("unlisted");
});

test("every page and endpoint has a route of its own", () => {
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
