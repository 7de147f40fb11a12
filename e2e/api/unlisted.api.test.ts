import { paths } from "../../lib/base/paths.ts";
import { site } from "../../lib/base/site.ts";
import { Product } from "../../sandbox/builders/product.ts";
import { sendRaw } from "../support/raw-request.ts";

const product = new Product();

const send = (method: string, target: string) =>
  sendRaw(product.appUrl, { method, target, headers: { origin: product.appUrl } });

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

test.each(METHODS)("%s of an unlisted path leads to the home page", async (method) => {
  for (const path of [
    "/nothing",
    "/nothing/at/all",
    "/portal",
    "/portal/profile/more",
    "/admin.php",
    "/a%20b",
    "/%F0%9F%83%8F",
    "/%",
    "/a/%",
    "/%FF",
    "/%E0%A4%A",
  ]) {
    const { status, location } = await send(method, path);
    expect([path, status, new URL(location, product.appUrl).href]).toEqual([path, 307, `${product.appUrl}/`]);
  }
});

test.each([
  [paths.icon, "image/svg+xml", "<svg "],
  [paths.touchIcon, "image/png", "PNG"],
  [paths.securityContact, "text/plain", `Contact: mailto:${site.contactEmail}\n`],
])("%s is served as it lies, as %s", async (path, type, text) => {
  const answer = await fetch(product.appUrl + path, { redirect: "manual" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")?.split(";")[0]).toBe(type);
  expect(await answer.text()).toContain(text);
});

test("what an endpoint answers is shown in no frame", async () => {
  for (const path of ["/api/nothing", "/api/profile"]) {
    const { headers } = await fetch(product.appUrl + path);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  }
});

test("the security contact names the day it ends and its language, as RFC 9116 asks", async () => {
  const text = await (await fetch(product.appUrl + paths.securityContact)).text();
  expect(Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "")).toBeGreaterThan(0);
  expect(text).toMatch(/^Preferred-Languages: en$/m);
});

test.each(METHODS)("%s of an unknown endpoint answers 404 in JSON", async (method) => {
  for (const path of [
    "/api/nothing",
    "/api/nothing/at/all",
    "/api/auth/nothing",
    "/api/profile/more",
    "/api/%20",
    "/api/%",
    "/api/%E0%A4%A",
    "/api/webhooks/%",
    "/api/a%2Fb",
  ]) {
    const { status, body } = await send(method, path);
    expect([path, status, body]).toEqual([path, 404, JSON.stringify({ error: "Not found." })]);
  }
});

test.each([
  ["/nothing/", 308, "/nothing"],
  ["/api/nothing/", 308, "/api/nothing"],
  ["/dashboard//", 308, "/dashboard/"],
  ["//evil.example/", 308, "/evil.example/"],
  ["/\\evil.example", 308, "/evil.example"],
  ["/%2F%2Fevil.example", 307, "/"],
])("%s leads with %d to %s of this origin", async (path, status, target) => {
  const answer = await send("GET", path);
  expect(answer.status).toBe(status);
  expect(new URL(answer.location, product.appUrl).href).toBe(product.appUrl + target);
});

test.each(["/%00", "/api/%00", `/${"a".repeat(4000)}`])("%s is no crash", async (path) => {
  expect((await send("GET", path)).status).toBeLessThan(500);
});

test("TRACE gives nothing back of what was sent", async () => {
  for (const path of ["/", "/admin", "/api/profile"]) {
    const { body } = await sendRaw(product.appUrl, {
      method: "TRACE",
      target: path,
      headers: { cookie: "canary=never-given-back" },
    });
    expect([path, /never-given-back|cookie|\n\s+at /.test(body)]).toEqual([path, false]);
  }
});
