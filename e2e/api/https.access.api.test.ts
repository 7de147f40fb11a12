import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { logInAsCustomer, Product } from "../../sandbox/builders/product.ts";
import { addStaff } from "../../sandbox/builders/rows.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";

const settings = ownSandbox();
const product = new Product(settings);
/** An app behind a TLS proxy. `inside` is the app's address behind the proxy. */
let app: AppProcess;
let inside: string;
let origin: string;
const sql = postgres(settings.SANDBOX_DATABASE_URL, { max: 1, onnotice: () => {} });

beforeAll(async () => {
  const own = await atOwnAddress(settings);
  inside = own.APP_URL;
  origin = inside.replace("http:", "https:");
  app = new AppProcess({ ...own, APP_URL: origin });
  await app.start();
}, 60_000);
afterAll(async () => {
  await app.kill();
  await sql.end();
});

async function send(path: string, { body, cookie = "" }: { body?: object; cookie?: string } = {}) {
  const response = await fetch(inside + path, {
    redirect: "manual",
    headers: { "content-type": "application/json", origin, cookie },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split("; "));
  return { status: response.status, headers: response.headers, cookies };
}

const attributesOf = (cookies: string[][]) =>
  Object.fromEntries(
    cookies.map(([pair = "", ...attributes]) => [
      pair.split("=")[0],
      attributes.filter((one) => !/^(Expires|Max-Age)=/i.test(one)).sort(),
    ]),
  );
const cookieOf = (cookies: string[][]) => cookies.map(([pair]) => pair).join("; ");

const OF_SERVER = ["HttpOnly", "Path=/", "SameSite=lax", "Secure"];

async function logIn(isStaff = false) {
  const { email, userId } = await product.person();
  if (isStaff) await addStaff(sql, userId);
  return send(apiPaths.login, { body: { email, password: PASSWORD } });
}

test("sets session cookies for this host and HTTPS only", async () => {
  const { status, cookies } = await logIn(true);
  expect(status).toBe(200);
  expect(attributesOf(cookies)).toEqual({
    "__Host-sb": OF_SERVER,
    "__Host-staff-role": OF_SERVER,
    signed_in: ["Path=/", "SameSite=lax", "Secure"],
  });
});

test("sets the guest cookie for this host and HTTPS only", async () => {
  const body = { num_cards: 1, total_amount: 25, batch_id: newBatchId(), plan_type: "payg" };
  const { status, cookies } = await send(apiPaths.orderCheckout, { body });
  expect(status).toBe(200);
  expect(attributesOf(cookies)).toEqual({ "__Host-order": OF_SERVER });
});

test("accepts a session only under its own cookie name", async () => {
  const { cookies } = await logIn();
  const cookie = cookieOf(cookies);
  expect((await send(paths.dashboard, { cookie })).status).toBe(200);
  const { cookie: plain } = await logInAsCustomer(new Product());
  for (const other of [cookie.replaceAll("__Host-", ""), plain]) {
    const { status, headers } = await send(paths.dashboard, { cookie: other });
    expect([status, headers.get("location")]).toEqual([
      307,
      `${origin}${paths.login}?next=${encodeURIComponent(paths.dashboard)}`,
    ]);
  }
});

test("clears the cookies under the same names at sign-out", async () => {
  const { cookies } = await logIn();
  const out = await send(apiPaths.signOut, { body: {}, cookie: cookieOf(cookies) });
  expect(out.status).toBe(200);
  expect(attributesOf(out.cookies)).toMatchObject({
    "__Host-sb": OF_SERVER,
    signed_in: ["Path=/", "SameSite=lax", "Secure"],
  });
  for (const [pair = ""] of out.cookies) expect(pair).toMatch(/=$/);
});

test.each([paths.home, paths.login, apiPaths.plans])("sends HSTS on %s", async (path) => {
  const { headers } = await send(path);
  expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains; preload");
});

test("redirects the auth test page to the home page unless it is enabled", async () => {
  const settings = await atOwnAddress(ownSandbox());
  const page = () => fetch(`${settings.APP_URL}/test-auth`, { redirect: "manual" });
  // Any key other than the sandbox's means hosted services.
  const hosted = new AppProcess({ ...settings, SUPABASE_SECRET_KEY: "sb_secret_of_production" });
  await hosted.start();
  const answer = await page();
  expect(answer.status).toBe(307);
  expect(answer.headers.get("location")).toBe("/");
  await hosted.kill();
  await hosted.start({ ENABLE_TEST_AUTH: "1" });
  expect(await (await page()).text()).toContain("Test Sign In");
  await hosted.kill();
});
