import { randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { logInAsCustomer, logInAsStaff, Product } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();

type Visitor = "visitor" | "guest" | "customer" | "staff";
/** Where a page leads each of them; null where it opens. */
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
  /** Its order or link is none, so it says so where it opens. */
  missing?: true;
  /** Whom the page itself leads on, because only it knows who they are; all others never reach it. */
  leadsItself?: Visitor[];
};

/** Every page with a person in it, by the folder of app/(app) that holds it. */
const pages: Record<string, Page> = {
  "/admin": { path: staffPaths.orders, leads: forStaff(staffPaths.orders) },
  "/admin/grader": { path: staffPaths.grader, leads: forStaff(staffPaths.grader) },
  "/admin/grader/[id]": {
    path: staffPaths.group(2_000_000_000),
    leads: forStaff(staffPaths.group(2_000_000_000)),
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
  "/track/[token]": { path: paths.track(TOKEN), leads: open, missing: true },
};

let cookies: Record<Visitor, string>;
beforeAll(async () => {
  const [guest, customer, staff] = await Promise.all([
    product.openCheckout({}),
    logInAsCustomer(product),
    logInAsStaff(product, database()),
  ]);
  cookies = { visitor: "", guest: guest.cookie, customer: customer.cookie, staff: staff.cookie };
});
afterAll(() => database().end());

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

test("every page with a person in it is in the table", () => {
  const files = globSync("app/(app)/**/page.tsx", { cwd: join(import.meta.dirname, "../..") });
  const folders = files.map((file) => {
    const segments = file.replaceAll("\\", "/").split("/").slice(2, -1);
    // A group of pages is no part of their address.
    return `/${segments.filter((segment) => !segment.startsWith("(")).join("/")}`;
  });
  expect(Object.keys(pages).sort()).toEqual(folders.filter((folder) => !folder.includes("@")).sort());
});

describe.each(Object.entries(pages))("%s", (_, { path, leads, missing, leadsItself = [] }) => {
  test.each(Object.keys(leads) as Visitor[])("asked by a %s", async (visitor) => {
    const page = await ask(path, cookies[visitor]);
    expect(page.leadsTo).toBe(leads[visitor]);
    expect(page.status).toBe(page.leadsTo ? 307 : missing ? 404 : 200);
    expect(page.nonce).toMatch(/^[\w+/]{22}==$/);
    const scripts = page.text.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.filter((tag) => !tag.includes(`nonce="${page.nonce}"`))).toEqual([]);
    // Middleware answers a redirect with no page behind it.
    expect(scripts.length > 0).toBe(page.leadsTo === null || leadsItself.includes(visitor));
  });
});

test("no two answers share a nonce", async () => {
  const answers = [await ask(paths.profile, cookies.customer), await ask(paths.profile, cookies.customer)];
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(2);
});
