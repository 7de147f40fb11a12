import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { expiredSession, PASSWORD, sessionCookieOf, sessionIn } from "../../sandbox/builders/person.ts";
import { type Answer, logInAsCustomer, logInAsStaff, Product } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";

/* A gateway's error in place of the auth service's keeps sessions and blames no user. */

jest.setTimeout(180_000);

const sql = database();
type Gateway = (response: ServerResponse) => void;
const json = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const html = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { "content-type": "text/html" }).end("<html>Blocked</html>");
const GATEWAYS: Record<string, Gateway> = {
  "a paused project (540)": json(540, { message: "Project paused" }),
  "a refused key (401)": json(401, { message: "Invalid API key" }),
  "403 in JSON": json(403, { message: "forbidden" }),
  "404 in JSON": json(404, { message: "no Route matched with those values" }),
  "400 in HTML": html(400),
  "403 in HTML": html(403),
  "502 in HTML": html(502),
  "429 in HTML": html(429),
  "200 in HTML": html(200),
  "no answer in time": () => {},
  "a connection that breaks": (response) => response.destroy(),
};
let gateway: Gateway | undefined;
let upstream = "";
const server = createServer(async (request, response) => {
  if (gateway && request.url?.startsWith("/auth/v1/")) return gateway(response);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
  const answer = await fetch(upstream + request.url, {
    method: request.method ?? "GET",
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  response.end(await answer.text());
});

let product: Product;
let app: AppProcess;
beforeAll(async () => {
  const settings = await atOwnAddress(ownSandbox());
  upstream = settings.SUPABASE_URL;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  product = new Product(settings);
  app = new AppProcess(settings);
  await app.start({
    SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    RATE_LIMIT_SCALE: "1000",
  });
}, 60_000);
afterAll(async () => {
  await app.kill();
  server.closeAllConnections();
  server.close();
  await sql.end();
});

test.each(Object.entries(GATEWAYS))("treats %s as an outage everywhere", async (name, answer) => {
  const [me, staff] = [await logInAsCustomer(product), await logInAsStaff(product, sql)];
  const { email } = me;
  const outdated = sessionCookieOf(expiredSession(sessionIn(me.cookie)));
  const link = { tokenHash: "0".repeat(56), type: "signup", password: PASSWORD, confirmPassword: PASSWORD };
  const calls: Record<string, () => Promise<Answer>> = {
    refresh: () => product.get(paths.dashboard, { cookie: `${outdated}; signed_in=1` }),
    "log-in": () => product.post(apiPaths.login, { email, password: PASSWORD }),
    "sign-up": () =>
      product.post(apiPaths.signup, { ...link, email: anEmail(), plan: "free", tokenHash: undefined }),
    link: () => product.post(apiPaths.confirmEmail, link),
    recovery: () => product.post(apiPaths.recover, { email }),
    resend: () => product.post(apiPaths.resend, { email }),
    write: () => product.post(apiPaths.linkGuestOrders, {}, { cookie: me.cookie }),
    "staff page": () => product.get(staffPaths.orders, { cookie: staff.cookie }),
  };
  // The app caches the published keys.
  await product.get(staffPaths.orders, { cookie: staff.cookie });
  gateway = answer;
  const entries = Object.entries(calls).map(async ([place, call]) => [place, await call()] as const);
  const answers = Object.fromEntries(await Promise.all(entries));
  gateway = undefined;

  const isLimit = name.startsWith("429");
  const told = Object.entries(answers).map(([place, { status, body }]) => {
    if (place === "recovery" || place === "resend") return [place, status, body];
    if (typeof body === "string") return [place, status];
    return [place, status, /again/.test(body.error)];
  });
  const refused = isLimit ? 429 : 503;
  expect(told).toEqual([
    ["refresh", 200],
    ["log-in", refused, true],
    ["sign-up", refused, true],
    ["link", refused, true],
    ["recovery", 200, { sent: true }],
    ["resend", 200, { sent: true }],
    ["write", refused, true],
    ["staff page", 200],
  ]);
  expect(answers.refresh?.body).toContain("Unable to verify user session");
  expect(answers["staff page"]?.body).not.toContain("No orders");
  for (const { headers } of Object.values(answers)) expect(headers.getSetCookie()).toEqual([]);
  expect((await product.get(paths.dashboard, { cookie: outdated })).status).toBe(200);
});
