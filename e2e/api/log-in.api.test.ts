import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { COLLECTOR, PASSWORD } from "../../sandbox/builders/person.ts";
import { Product } from "../../sandbox/builders/product.ts";
import { SANDBOX_STAFF } from "../../sandbox/launcher/environment.ts";

const product = new Product();

describe("log in", () => {
  test("sets a session that no script can read, and the twin that tells nothing", async () => {
    const answer = await product.post(apiPaths.login, { ...COLLECTOR, email: `  ${COLLECTOR.email} ` });
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/dashboard", linkedCount: 0 } });
    const lines = answer.headers.getSetCookie();
    const session = lines.filter((line) => line.startsWith("sb"));
    expect(session.length).toBeGreaterThan(0);
    for (const line of session) expect(line).toMatch(/HttpOnly/i);
    expect(lines.find((line) => line.startsWith("signed_in=1"))).not.toMatch(/HttpOnly/i);
    expect(JSON.stringify(answer.body)).not.toMatch(/eyJ/);
  });

  test.each([
    [{ ...COLLECTOR, password: "wrong-password" }, 401, "Invalid login credentials"],
    [{ email: anEmail(), password: PASSWORD }, 401, "Invalid login credentials"],
    [{ email: "", password: "" }, 400, "Please enter both email and password"],
    [{ email: COLLECTOR.email }, 400, "Please enter both email and password"],
    [{ email: { $ne: "" }, password: ["a"] }, 400, "Please enter both email and password"],
  ])("%j: %d %s", async (body, status, error) => {
    const answer = await product.post(apiPaths.login, body);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.cookie).not.toContain("sb=");
  });

  test.each([
    [{ next: "/submit" }, "/submit"],
    [{ next: "/submit", plan: "free" }, "/submit?plan=free"],
    [{ plan: "free" }, "/submit?plan=free"],
    [{ next: "//evil.com" }, "/dashboard"],
    [{ next: "/\\evil.com", plan: "free" }, "/submit?plan=free"],
    [{ next: "https://evil.com/dashboard" }, "/dashboard"],
  ])("%j leads to %s", async (wish, redirectTo) => {
    const answer = await product.post(apiPaths.login, { ...COLLECTOR, ...wish });
    expect(answer.body.redirectTo).toBe(redirectTo);
  });

  test("the main owner begins at the orders", async () => {
    const answer = await product.post(apiPaths.login, { email: SANDBOX_STAFF[0], password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/admin" } });
  });

  test("another site's page cannot sign anybody in", async () => {
    const response = await fetch(product.appUrl + apiPaths.login, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://evil.example" },
      body: JSON.stringify(COLLECTOR),
    });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie().join()).not.toMatch(/sb=(?!;)/);
  });

  test("answers 405 to other methods and 415 to a form", async () => {
    expect((await fetch(product.appUrl + apiPaths.login)).status).toBe(405);
    const form = await fetch(product.appUrl + apiPaths.login, {
      method: "POST",
      headers: { origin: new URL(product.appUrl).origin },
      body: new URLSearchParams(COLLECTOR),
    });
    expect(form.status).toBe(415);
  });
});

describe("sign out", () => {
  test("clears the cookies and ends the session for whoever kept them", async () => {
    const { cookie } = await product.post(apiPaths.login, COLLECTOR);
    expect((await product.post(apiPaths.linkGuestOrders, {}, { cookie })).status).toBe(200);

    const answer = await product.post(apiPaths.signOut, {}, { cookie });
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/" } });
    const lines = answer.headers.getSetCookie();
    expect(lines.filter((line) => line.startsWith("sb") && !/=;/.test(line))).toEqual([]);
    expect(lines.join()).toMatch(/signed_in=;/);
    expect((await product.post(apiPaths.linkGuestOrders, {}, { cookie })).status).toBe(401);
  });

  test.each([
    ["nobody", ""],
    ["a garbled session", "sb=garbled; signed_in=1"],
  ])("%s may sign out, too", async (_, cookie) => {
    const answer = await product.post(apiPaths.signOut, {}, { cookie });
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/" } });
  });

  test("a plain form is led to the home page", async () => {
    const response = await fetch(product.appUrl + apiPaths.signOut, {
      method: "POST",
      redirect: "manual",
      headers: { origin: new URL(product.appUrl).origin, accept: "text/html" },
      body: new URLSearchParams(),
    });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/");
  });
});
