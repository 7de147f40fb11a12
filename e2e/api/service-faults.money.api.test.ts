import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { logInAsCustomer, logInAsStaff, Product } from "../../sandbox/builders/product.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";
import { callEndpoint, type Endpoint, nameOf, routeOf, type Subject } from "../support/endpoint.ts";
import { endpoints } from "../support/endpoints.ts";
import { type FaultUse, faultUses } from "../support/fault-uses.ts";
import { type Mode, ServiceProxy } from "../support/service-proxy.ts";

/*
 * Each endpoint fails closed and within its deadline while a service is down, and a retry succeeds after it recovers.
 * All webhook events are dropped, so that only the retry can succeed.
 */
jest.setTimeout(300_000);

const sandbox = ownSandbox();
const sql = postgres(sandbox.SANDBOX_DATABASE_URL, { max: 2, onnotice: () => {} });
const services = {
  database: new ServiceProxy(sandbox.SUPABASE_URL),
  "payment service": new ServiceProxy(sandbox.STRIPE_API_URL),
};

type Fault = { name: string; mode: Mode; isTolerated?: boolean };
/** `isTolerated`: calls still succeed. */
const FAULTS: Fault[] = [
  { name: "refuses connections", mode: "refuse" },
  { name: "cuts its responses off", mode: "cut" },
  { name: "responds slowly", mode: { delayMs: 50 }, isTolerated: true },
  { name: "never responds", mode: "silent" },
];
const faults = (["database", "payment service"] as const).flatMap((service) =>
  FAULTS.map((fault) => ({ service, ...fault })),
);

/** The 6.5 s deadline of an endpoint, plus the session check before it. */
const BOUND_MS = 10_000;
/** Slow uploads from phones, and auth calls that need the mail server or the list of leaked passwords. */
const OTHER_BOUNDS: Record<string, number> = {
  [`POST ${staffApiPaths.photoUpload}`]: 120_000,
  [`POST ${apiPaths.changeEmail}`]: 13_000,
  [`POST ${apiPaths.changePassword}`]: 13_000,
};

/** Endpoints that don't call the database or that redirect to an error page. */
const WITHOUT_DATABASE = new Set([
  `GET ${apiPaths.health}`,
  `GET ${apiPaths.plans}`,
  `GET ${apiPaths.mailOff("[id]")}`,
  `GET ${apiPaths.oauth}`,
  `GET ${apiPaths.authCallback}`,
]);
const WITH_PAYMENTS = new Set(
  [
    staffApiPaths.sync("[id]"),
    apiPaths.orderCheckout,
    apiPaths.membershipCheckout,
    apiPaths.processPaygPayment,
    apiPaths.processSubmissionPayment,
    apiPaths.processSuccess,
  ].map((path) => `POST ${path}`),
);
/** In order: ends the other calls' session, is cached for a second, depends on another endpoint. */
const LEFT_OUT = [apiPaths.signOut, apiPaths.ready, apiPaths.createPortalSession];

const asked = endpoints.filter((one) => !one.ofGuest && !LEFT_OUT.some((path) => path === routeOf(one)));

let product: Product;
let app: AppProcess;
let cookies: Record<"customer" | "staff" | "owner", string>;
let subject: Subject;
let uses: FaultUse[];

beforeAll(async () => {
  const settings = await atOwnAddress(sandbox);
  product = new Product(settings);
  app = new AppProcess(settings);
  await app.start({
    SUPABASE_URL: await services.database.start(),
    STRIPE_API_URL: await services["payment service"].start(),
    RATE_LIMIT_SCALE: "100000",
  });
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
  const [customer, staff, owner] = await Promise.all([
    logInAsCustomer(product),
    logInAsStaff(product, sql),
    logInAsStaff(product, sql, "owner"),
  ]);
  cookies = { customer: customer.cookie, staff: staff.cookie, owner: owner.cookie };
  const { body } = await product.openCheckout(customer);
  const session = body.sessionId;
  await product.pay(session);
  await product.post(apiPaths.processPaygPayment, { session_id: session }, customer);
  subject = { id: body.order_id, batchId: body.batch_id, session, userId: customer.userId };
  uses = await faultUses(product, sql);
});
afterEach(() => {
  for (const service of Object.values(services)) service.set("pass");
});
afterAll(async () => {
  await product.control("/faults", {}, "DELETE");
  await app.kill();
  for (const service of Object.values(services)) await service.stop();
  await sql.end();
});

/** Returns the least privileged caller allowed: customer, staff, then owner. */
function callerOf({ answers }: Endpoint) {
  const names = ["customer", "staff", "owner"] as const;
  return names.find((name) => ![401, 403].includes(answers[name])) ?? "customer";
}

const healthy = (endpoint: Endpoint) => endpoint.answers[callerOf(endpoint)];
const ask = (endpoint: Endpoint) =>
  callEndpoint(product, endpoint, subject, { cookie: cookies[callerOf(endpoint)] });

/** Returns the status of each call by name. Runs 24 at a time, because more would wait for the CPU. */
async function answersOf<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
  call: (item: Item) => Promise<number>,
) {
  const answers: Record<string, number | string> = {};
  for (let from = 0; from < items.length; from += 24) {
    const work = items.slice(from, from + 24).map(async (item) => {
      const began = Date.now();
      const status = await call(item);
      const isInTime = Date.now() - began < (OTHER_BOUNDS[name(item)] ?? BOUND_MS);
      answers[name(item)] = isInTime ? status : `${status}, too late`;
    });
    await Promise.all(work);
  }
  return answers;
}
const expected = <Item>(
  items: readonly Item[],
  name: (item: Item) => string,
  status: (item: Item) => number,
) => Object.fromEntries(items.map((item) => [name(item), status(item)]));

test.each(faults)(
  "fails closed and in time when the $service $name, then recovers",
  async ({ service, mode, isTolerated = false }) => {
    const isHit = (needs: boolean, needsPayments: boolean) =>
      !isTolerated && (service === "database" ? needs : needsPayments);
    const presses = await Promise.all(uses.map(async (use) => ({ ...use, ...(await use.begin()) })));
    const nameOfAction = ({ name }: FaultUse) => name;
    const press = async (one: (typeof presses)[number]) => (await one.press()).status;

    services[service].set(mode);
    expect(await answersOf(presses, nameOfAction, press)).toEqual(
      expected(presses, nameOfAction, (use) => (isHit(true, use.needsPayments) ? 503 : 200)),
    );
    expect(await answersOf(asked, nameOf, ask)).toEqual(
      expected(asked, nameOf, (one) =>
        isHit(!WITHOUT_DATABASE.has(nameOf(one)), WITH_PAYMENTS.has(nameOf(one))) ? 503 : healthy(one),
      ),
    );

    services[service].set("pass");
    for (const one of presses) {
      // 409: the action was already done, or the record has changed since the page loaded.
      expect([200, 409]).toContain(await press(one));
      expect([one.name, await one.state()]).toEqual([one.name, one.right]);
    }
    expect(await answersOf(asked, nameOf, ask)).toEqual(expected(asked, nameOf, healthy));
  },
);
