import { apiPaths } from "../../lib/base/api-paths.ts";
import { logInAsCustomer, Product, payForBatch } from "../../sandbox/builders/product.ts";
import { orderOfBatch, storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { runConcurrently } from "../support/concurrency.ts";
import { type Endpoint, nameOf, routeOf, type Subject } from "../support/endpoint.ts";
import { endpoints } from "../support/endpoints.ts";
import { sendRaw } from "../support/raw-request.ts";

const product = new Product();
const sql = database();
let subject: Subject;
let cookie: string;

beforeAll(async () => {
  const customer = await logInAsCustomer(product);
  const { id, batchId } = await payForBatch(product, sql, { token: customer.token });
  const session = String((await orderOfBatch(sql, batchId))?.stripe_session_id);
  subject = { id, batchId, session, userId: customer.userId };
  cookie = customer.cookie;
});
afterAll(() => sql.end());

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];
const TYPES = {
  json: "application/json",
  "json with a charset": "application/json; charset=utf-8",
  text: "text/plain",
  "a form": "application/x-www-form-urlencoded",
  "a form with files": "multipart/form-data; boundary=x",
  nothing: "",
};
type Type = keyof typeof TYPES;

const listed = endpoints.filter(({ ofGuest }) => !ofGuest);
const routes = [...new Map(listed.map((one) => [routeOf(one), one.at])).entries()];
const find = (route: string, method: Method) =>
  listed.find((one) => routeOf(one) === route && one.method === method);

async function send(
  { at, query, body }: Pick<Endpoint, "at" | "query" | "body">,
  method: Method,
  headers: Record<string, string>,
) {
  const url = new URL(typeof at === "function" ? at(subject.id) : at, product.appUrl);
  if (query) url.search = String(new URLSearchParams(query(subject)));
  const hasBody = method !== "GET" && method !== "HEAD";
  const text = hasBody && body ? JSON.stringify(body(subject)) : undefined;
  const target = url.pathname + url.search;
  const answer = await sendRaw(product.appUrl, { method, target, headers, ...(text ? { body: text } : {}) });
  return { ...answer, code: codeOf(answer.body) };
}

function codeOf(text: string): string {
  try {
    return String(JSON.parse(text).code ?? "");
  } catch {
    return "";
  }
}

const allowedAt = (route: string) =>
  METHODS.filter((method) => listed.some((one) => routeOf(one) === route && one.method === method));
/** Stripe's calls are verified by signature. */
const isWebhook = (route: string) => route.startsWith("/api/webhooks/");
/** The scheduler's calls are verified by its secret. */
const jobs: string[] = [apiPaths.cronOutbox, apiPaths.cronReconcile];
/** One-click unsubscribe has no origin, but a signed URL. */
const isProvenOtherwise = (route: string) =>
  isWebhook(route) || jobs.includes(route) || route === routeOf({ at: apiPaths.mailOff });

function expectedOf(route: string, method: Method, type: Type): number {
  const endpoint = find(route, method === "HEAD" ? "GET" : method);
  if (method === "OPTIONS") return 204;
  if (!endpoint) return 405;
  const reads = endpoint.body && endpoint.method !== "GET" && !isWebhook(route);
  return reads && !type.startsWith("json") ? 415 : endpoint.answers.nobody;
}

test("answers every method and content type as listed", async () => {
  const calls = routes.flatMap(([route, at]) =>
    METHODS.flatMap((method) => (Object.keys(TYPES) as Type[]).map((type) => ({ route, at, method, type }))),
  );
  const wrong = await runConcurrently(calls, async ({ route, at, method, type }) => {
    const headers = { origin: product.appUrl, ...(TYPES[type] ? { "content-type": TYPES[type] } : {}) };
    const { status, headers: got } = await send(find(route, method) ?? { at }, method, headers);
    const expected = expectedOf(route, method, type);
    const isTold = status !== 405 || isWebhook(route) || got.allow === allowedAt(route).join(", ");
    return status === expected && isTold ? [] : [{ route, method, type, status, expected, allow: got.allow }];
  });
  expect(wrong.flat()).toEqual([]);
}, 600_000);

const originsOf = (own: string): Record<string, Record<string, string>> => {
  const { protocol, hostname, port } = new URL(own);
  const from = (origin: string) => ({ origin });
  return {
    "nobody says where": {},
    null: from("null"),
    "another site": from("https://evil.example"),
    "a sub-domain": from(`${protocol}//app.${hostname}:${port}`),
    "a site whose name begins with ours": from(`${protocol}//${hostname}.evil.example:${port}`),
    "another port": from(`${protocol}//${hostname}:${Number(port) + 1}`),
    "another scheme": from(`https://${hostname}:${port}`),
    "another site, by the browser's word": { "sec-fetch-site": "cross-site" },
    "another host of the site, by the browser's word": { "sec-fetch-site": "same-site" },
  };
};

async function stateOf() {
  const order = await storedOrder(sql, subject.id);
  const [rows] = await sql`
    select (select count(*) from public.grading_orders where user_id = ${subject.userId}) as orders,
      (select count(*) from public.profiles where user_id = ${subject.userId}) as profiles,
      (select count(*) from public.stripe_customers where user_id = ${subject.userId}) as customers,
      (select count(*) from auth.sessions where user_id = ${subject.userId}) as sessions`;
  return { order, rows };
}

test("refuses cross-site writes and changes nothing", async () => {
  const before = await stateOf();
  const writes = listed.filter(({ method, at }) => method !== "GET" && !isProvenOtherwise(routeOf({ at })));
  const calls = writes.flatMap((endpoint) =>
    Object.entries(originsOf(product.appUrl)).map(([origin, headers]) => ({ endpoint, origin, headers })),
  );
  const wrong = await runConcurrently(calls, async ({ endpoint, origin, headers }) => {
    const told = { "content-type": "application/json", cookie, ...headers };
    const { status, code, headers: got } = await send(endpoint, endpoint.method, told);
    const isOpen = "access-control-allow-origin" in got;
    const isRefused = status === 403 && code === "foreign_origin" && !isOpen;
    return isRefused ? [] : [{ name: nameOf(endpoint), origin, status, code, isOpen }];
  });
  expect(wrong.flat()).toEqual([]);
  expect(await stateOf()).toEqual(before);
}, 600_000);

test.each([
  ["our own origin", () => ({ origin: product.appUrl })],
  ["the browser's word for it", () => ({ "sec-fetch-site": "same-origin" })],
])("accepts the same calls with %s", async (_, headersOf) => {
  const profile = find("/api/profile", "POST");
  if (!profile) throw new Error("no profile in the table");
  const headers: Record<string, string> = { "content-type": "application/json", cookie, ...headersOf() };
  expect((await send(profile, "POST", headers)).status).toBe(200);
});
