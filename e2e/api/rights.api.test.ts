import { randomUUID } from "node:crypto";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type $ZodType, safeParse } from "zod/v4/core";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { inputText } from "../../lib/http/input-text.ts";
import { uniqueToken } from "../../sandbox/builders/ids.ts";
import { logInAsCustomer, logInAsStaff, Product } from "../../sandbox/builders/product.ts";
import { addOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { bodyReaders } from "../support/body-readers.ts";
import { bodySchemas } from "../support/body-schemas.ts";
import { runConcurrently } from "../support/concurrency.ts";
import {
  CALLERS,
  type CallerName,
  callEndpoint,
  type Endpoint,
  nameOf,
  routeOf,
  type Subject,
} from "../support/endpoint.ts";
import { endpoints } from "../support/endpoints.ts";
import { probesFor } from "../support/gate-probes.ts";
import { sendRaw } from "../support/raw-request.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

/* Tests one rejected caller per endpoint. authorization.access.api.test.ts tests all callers. */

const ROOT = join(import.meta.dirname, "../..");
let cookies: Record<CallerName, string>;
let ofCustomer: Subject;
let ofGuest: Subject;
const note = uniqueToken();

beforeAll(async () => {
  const [customer, other, staff, guest] = await Promise.all([
    logInAsCustomer(product),
    logInAsCustomer(product),
    logInAsStaff(product, sql),
    product.openCheckout({}),
  ]);
  const { userId: user_id, email: user_email } = customer;
  const own = await addOrder(sql, { user_id, user_email, guest_key: null, guest_email: null, notes: note });
  const guests = await addOrder(sql, { notes: note });
  const subject = ({ id, batch_id: batchId, stripe_session_id: session }: typeof own): Subject => ({
    id,
    batchId,
    session,
    userId: user_id,
  });
  [ofCustomer, ofGuest] = [subject(own), subject(guests)];
  cookies = {
    nobody: "",
    guest: guest.cookie,
    customer: customer.cookie,
    other: other.cookie,
    staffWithoutSecondFactor: "",
    staff: staff.cookie,
    owner: "",
  };
});

test("lists every endpoint in the table and in the paths", () => {
  const routes = globSync("app/api/**/route.ts", { cwd: ROOT })
    .map((file) => `/${file.replaceAll("\\", "/").split("/").slice(1, -1).join("/")}`)
    .filter((folder) => folder !== "/api/[...unknown]")
    .sort();
  expect([...new Set(endpoints.map(routeOf))].sort()).toEqual(routes);
  expect(
    [apiPaths, staffApiPaths]
      .flatMap((some) => Object.values<string | ((id: string) => string)>(some))
      .map((at) => routeOf({ at }))
      .sort(),
  ).toEqual(routes);
});

test("has a schema for every request body", () => {
  const withBody = endpoints.filter(({ body, ofGuest: isGuests }) => body && !isGuests);
  expect(Object.keys(bodySchemas).sort()).toEqual(withBody.map(nameOf).sort());
  // Stripe events are read as raw bytes, without the wrapper.
  const read = Object.keys(bodySchemas).filter((name) => bodySchemas[name] !== null);
  expect(bodyReaders().sort()).toEqual(read.sort());
});

/** The validator's own wording. */
const JARGON = /Invalid (input|option|UUID|string|key|ISO)|expected|received|Too (small|big)|Unrecognized|_/;

function fieldsOf(schema: $ZodType): string[] {
  const def = schema._zod.def as unknown as Record<string, $ZodType> & {
    shape?: Record<string, $ZodType>;
    options?: $ZodType[];
  };
  const own = Object.entries(def.shape ?? {}).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
  const inner = [def.innerType, def.element, def.in].filter((one) => one?._zod);
  return [...own, ...[...(def.options ?? []), ...inner].flatMap((one) => (one?._zod ? fieldsOf(one) : []))];
}

const listed = Object.entries(bodySchemas).filter((entry): entry is [string, $ZodType] => entry[1] !== null);

test("never rejects a body in the validator's own words", () => {
  for (const [name, schema] of listed) {
    const fields = [...new Set(fieldsOf(schema))];
    for (const value of [undefined, null, 5, "x", [], {}, true]) {
      const body = Object.fromEntries(fields.map((field) => [field, value]));
      for (const { message } of safeParse(schema, body, { error: inputText }).error?.issues ?? []) {
        expect(message).toMatch(/[.!?]$|^[A-Z]/);
        expect(`${name}: ${message.replace(/ must be one of .*$/, "")}`).not.toMatch(JARGON);
      }
    }
  }
});

/** Returns the rejected caller with the most rights, or undefined for a public endpoint. */
function refusedAt({ answers }: Endpoint): CallerName | undefined {
  const isRefusal = (status: number) =>
    status === 401 || status === 403 || (status === 404 && Object.values(answers).some((one) => one < 300));
  return CALLERS.filter((name) => name !== "staffWithoutSecondFactor" && name !== "owner").findLast((name) =>
    isRefusal(answers[name]),
  );
}

test("rejects the most privileged unauthorized caller at each endpoint", async () => {
  const calls = endpoints.flatMap((endpoint) => {
    const caller = refusedAt(endpoint);
    return caller ? [{ endpoint, caller }] : [];
  });
  expect(calls.length).toBeGreaterThan(60);
  const wrong = await runConcurrently(calls, async ({ endpoint, caller }) => {
    const subject = endpoint.ofGuest ? ofGuest : ofCustomer;
    const status = await callEndpoint(product, endpoint, subject, { cookie: cookies[caller] });
    const expected = endpoint.answers[caller];
    return status === expected ? [] : [{ name: nameOf(endpoint), caller, status, expected }];
  });
  expect(wrong.flat()).toEqual([]);
});

/** Endpoints authenticated by a signature or a secret. */
const PROVEN = [
  apiPaths.stripeWebhook,
  apiPaths.cronOutbox,
  apiPaths.cronReconcile,
  apiPaths.mailOff("[id]"),
];

test("rejects each write from another site", async () => {
  const writes = endpoints.filter(
    (one) => one.method !== "GET" && !one.ofGuest && !PROVEN.includes(routeOf(one)),
  );
  const wrong = await runConcurrently(writes, async ({ at, method, body }) => {
    const { status, body: text } = await sendRaw(product.appUrl, {
      method,
      target: typeof at === "function" ? at(ofCustomer.id) : at,
      headers: {
        "content-type": "application/json",
        cookie: cookies.customer,
        origin: "https://evil.example",
      },
      ...(body ? { body: JSON.stringify(body(ofCustomer)) } : {}),
    });
    const isRefused = status === 403 && text.includes('"foreign_origin"');
    return isRefused ? [] : [{ name: nameOf({ at, method }), status, text }];
  });
  expect(wrong.flat()).toEqual([]);
});

test("opens no staff order page to a customer whatever the headers", async () => {
  const page = staffPaths.order(ofGuest.id);
  expect((await product.get(page, { cookie: cookies.staff })).body).toContain(note);
  const probes = probesFor(page).filter(({ target, method }) => target === page && method === "GET");
  expect(probes.length).toBeGreaterThan(30);
  const through = await runConcurrently(probes, async (probe) => {
    const cookie = [cookies.other, probe.headers.cookie].filter(Boolean).join("; ");
    const answer = await sendRaw(product.appUrl, { ...probe, headers: { ...probe.headers, cookie } });
    const isThrough = answer.status >= 500 || (answer.body + answer.location).includes(note);
    return isThrough ? [{ ...probe, status: answer.status }] : [];
  });
  expect(through.flat()).toEqual([]);
});

test("ships no key or key name to the browser", () => {
  const settings = ["SUPABASE_SECRET_KEY", "STRIPE_SECRET_KEY"].concat([
    "STRIPE_WEBHOOK_SECRET",
    "CRON_SECRET",
    "COOKIE_SECRET",
  ]);
  const keys = /\b(?:sk|rk)_(?:test|live)_|whsec_|sb_secret_|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/;
  const files = readdirSync(join(process.cwd(), ".next/static"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(20);
  const holdsKey = (text: string) =>
    keys.test(text) || settings.some((name) => text.includes(name) || text.includes(product.setting(name)));
  expect(files.filter((file) => holdsKey(readFileSync(file, "latin1")))).toEqual([]);
});

describe("pages", () => {
  type Visitor = "visitor" | "guest" | "customer" | "staff";
  /** Redirect target per visitor, or null if the page opens. */
  type Leads = Record<Visitor, string | null>;

  const ORDER = randomUUID();
  const TOKEN = "a".repeat(43);
  const login = (path: string) => `${paths.login}?next=${encodeURIComponent(path)}`;
  const open: Leads = { visitor: null, guest: null, customer: null, staff: null };
  const forSignedIn = (path: string): Leads => ({ ...open, visitor: login(path), guest: login(path) });
  const forStaff = (path: string): Leads => ({ ...forSignedIn(path), customer: paths.dashboard });

  type Page = {
    path: string;
    leads: Leads;
    /** The page returns 404, because its order or link doesn't exist. */
    missing?: true;
    /** Visitors redirected by the page itself, not by middleware. */
    leadsItself?: Visitor[];
  };

  /** Every signed-in page by its folder in app/(app). */
  const pages: Record<string, Page> = {
    "/admin": { path: staffPaths.orders, leads: forStaff(staffPaths.orders) },
    "/admin/grader": { path: staffPaths.grader, leads: forStaff(staffPaths.grader) },
    "/admin/grader/[id]": {
      path: staffPaths.shipment(2_000_000_000),
      leads: forStaff(staffPaths.shipment(2_000_000_000)),
      missing: true,
    },
    "/admin/grader/[id]/manifest": {
      path: staffPaths.manifest(2_000_000_000),
      leads: forStaff(staffPaths.manifest(2_000_000_000)),
      missing: true,
    },
    "/admin/order/[id]": {
      path: staffPaths.order(ORDER),
      leads: forStaff(staffPaths.order(ORDER)),
      missing: true,
    },
    "/admin/labels": { path: staffPaths.labels, leads: forStaff(staffPaths.labels) },
    "/admin/activity": { path: staffPaths.activity, leads: forStaff(staffPaths.activity) },
    "/admin/numbers": { path: staffPaths.numbers, leads: forStaff(staffPaths.numbers) },
    "/admin/people": {
      path: staffPaths.people,
      leads: { ...forStaff(staffPaths.people), staff: paths.dashboard },
      leadsItself: ["staff"],
    },
    "/admin/receive": { path: staffPaths.receive, leads: forStaff(staffPaths.receive) },
    "/admin/returns": { path: staffPaths.returns, leads: forStaff(staffPaths.returns) },
    "/admin/reconcile": { path: staffPaths.reconcile, leads: forStaff(staffPaths.reconcile) },
    "/admin/user-profile": { path: staffPaths.userProfile, leads: forStaff(staffPaths.userProfile) },
    "/dashboard": { path: paths.dashboard, leads: forSignedIn(paths.dashboard) },
    "/login": { path: paths.login, leads: open },
    "/mail/[mailToken]": { path: paths.mail(TOKEN + TOKEN), leads: open, missing: true },
    "/orders/[id]/label": {
      path: paths.label(ORDER),
      leads: forSignedIn(paths.label(ORDER)),
      missing: true,
      leadsItself: ["visitor", "guest"],
    },
    "/orders/[id]/receipt": {
      path: paths.receipt(ORDER),
      leads: forSignedIn(paths.receipt(ORDER)),
      missing: true,
      leadsItself: ["visitor", "guest"],
    },
    "/orders/[id]/slip": {
      path: paths.slip(ORDER),
      leads: forSignedIn(paths.slip(ORDER)),
      missing: true,
      leadsItself: ["visitor", "guest"],
    },
    "/portal/profile": { path: paths.profile, leads: forSignedIn(paths.profile) },
    "/signup": { path: paths.signup, leads: open },
    "/submission-confirmation": { path: paths.confirmation, leads: open },
    "/submit": { path: paths.submit, leads: forSignedIn(paths.submit) },
    "/success": { path: paths.success, leads: open },
    "/test-auth": { path: paths.testAuth, leads: open },
    "/unclaim": { path: paths.unclaim, leads: open },
    "/not-me": { path: paths.notMe, leads: open },
    "/track/[token]": { path: paths.track(TOKEN), leads: open, missing: true },
  };

  let cookies: Record<Visitor, string>;
  beforeAll(async () => {
    const [guest, customer, staff] = await Promise.all([
      product.openCheckout({}),
      logInAsCustomer(product),
      logInAsStaff(product, sql),
    ]);
    cookies = { visitor: "", guest: guest.cookie, customer: customer.cookie, staff: staff.cookie };
  });

  async function ask(path: string, cookie: string) {
    const response = await fetch(product.appUrl + path, { headers: { cookie }, redirect: "manual" });
    const policy = response.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'self' 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? "";
    const location = response.headers.get("location");
    const target = location === null ? null : new URL(location, product.appUrl).href;
    return {
      status: response.status,
      leadsTo: target?.replace(product.appUrl, "") ?? null,
      nonce,
      text: await response.text(),
    };
  }

  test("lists every signed-in page in the table", () => {
    const files = globSync("app/(app)/**/page.tsx", { cwd: join(import.meta.dirname, "../..") });
    const folders = files.map((file) => {
      const segments = file.replaceAll("\\", "/").split("/").slice(2, -1);
      // Route groups aren't part of the path.
      return `/${segments.filter((segment) => !segment.startsWith("(")).join("/")}`;
    });
    expect(Object.keys(pages).sort()).toEqual(folders.filter((folder) => !folder.includes("@")).sort());
  });

  /** Skips visitors that middleware redirects to the same target as the previous one. */
  const visitorsOf = ({ leads, leadsItself = [] }: Page) => {
    const visitors: Visitor[] = ["visitor", "guest", "customer", "staff"];
    return visitors.filter(
      (one, place) =>
        leads[one] !== leads[visitors[place - 1] ?? "staff"] || place === 0 || leadsItself.includes(one),
    );
  };

  test.each(Object.entries(pages))("opens %s to its audience and redirects everyone else", async (_, one) => {
    const { path, leads, missing, leadsItself = [] } = one;
    for (const visitor of visitorsOf(one)) {
      const page = await ask(path, cookies[visitor]);
      expect({ visitor, leadsTo: page.leadsTo, status: page.status }).toEqual({
        visitor,
        leadsTo: leads[visitor],
        status: leads[visitor] ? 307 : missing ? 404 : 200,
      });
      expect(page.nonce).toMatch(/^[\w+/]{22}==$/);
      const scripts = page.text.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.filter((tag) => !tag.includes(`nonce="${page.nonce}"`))).toEqual([]);
      // Middleware redirects without rendering a page.
      expect(scripts.length > 0).toBe(page.leadsTo === null || leadsItself.includes(visitor));
    }
  });

  describe("unknown paths", () => {
    const send = (method: string, target: string) =>
      sendRaw(product.appUrl, { method, target, headers: { origin: product.appUrl } });

    const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

    test.each(METHODS)("redirects %s requests to an unlisted path to the home page", async (method) => {
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
        expect([path, status, new URL(location, product.appUrl).href]).toEqual([
          path,
          307,
          `${product.appUrl}/`,
        ]);
      }
    });

    test.each(METHODS)("returns a JSON 404 to %s requests to an unknown endpoint", async (method) => {
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
    ])("redirects %s with %d to %s on this origin", async (path, status, target) => {
      const answer = await send("GET", path);
      expect(answer.status).toBe(status);
      expect(new URL(answer.location, product.appUrl).href).toBe(product.appUrl + target);
    });
  });
});
