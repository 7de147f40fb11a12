import { globSync } from "node:fs";
import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { accessOf } from "@/lib/auth/session/access";
import { config } from "./middleware";

const EXAMPLES: Record<string, string> = {
  "[id]": "00000000-0000-4000-8000-000000000001",
  "[token]": "a".repeat(43),
  "[mailToken]": "a".repeat(86),
};

/** Returns the URL path of a page's file, without its route groups. */
function addressOf(file: string): string {
  const parts = file
    .replace(/\\/g, "/")
    .split("/")
    .slice(1, -1)
    .filter((part) => !part.startsWith("("));
  return `/${parts.map((part) => EXAMPLES[part] ?? part).join("/")}`;
}

const pagesOf = (group: string) =>
  globSync(`app/${group}/**/page.tsx`, { cwd: import.meta.dirname })
    // Files in a layout slot aren't pages of their own.
    .filter((file) => !file.includes("/@"))
    .map(addressOf)
    .sort();
const passesMiddleware = (url: string) => unstable_doesMiddlewareMatch({ config, url, nextConfig: {} });

/** Returns who may open a page, according to the specification's table of pages. */
function accessAskedFor(address: string): string {
  if (/^\/admin(\/|$)/.test(address)) return "admin";
  return ["/dashboard", "/submit", "/portal/profile"].includes(address) ? "user" : "open";
}

const publicPages = [...pagesOf("(site)"), ...pagesOf("(sample)")];
const pagesWithAPerson = pagesOf("(app)");

test("finds both public and protected pages", () => {
  expect(publicPages).toContain("/pricing");
  expect(pagesWithAPerson).toContain("/admin/reconcile");
});

test.each(pagesWithAPerson)("%s passes middleware, which applies the specified access", (address) => {
  expect(passesMiddleware(address)).toBe(true);
  expect(accessOf(address)).toBe(accessAskedFor(address));
});

test.each(publicPages)("%s is public and is served without middleware", (address) => {
  expect(passesMiddleware(address)).toBe(false);
  expect(accessOf(address)).toBe("open");
});

test.each([
  ["/api/profile", true],
  ["/api/webhooks/stripe", false],
  ["/api/cron/reconcile", false],
  ["/api/admin/photos/upload", false],
  ["/api/admin/photos/upload/x", true],
  ["/api/admin/photos", true],
  ["/api/photos/1", true],
  ["/api/health", false],
  ["/api/health/ready", false],
  ["/orders/x%2Fy/label", true],
  ["/track/sample", false],
  [`/track/sample${"A".repeat(37)}`, true],
  ["/track/sample/x", true],
  ["/track/samples", true],
  ["/_next/static/a.js", false],
])("%s passes middleware: %s", (address, passes) => {
  expect(passesMiddleware(address)).toBe(passes);
});
