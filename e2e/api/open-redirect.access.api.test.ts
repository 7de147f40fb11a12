import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths, withQuery } from "../../lib/base/paths.ts";
import { site } from "../../lib/base/site.ts";
import { EVIL_ADDRESSES } from "../../sandbox/builders/evil-addresses.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import type { Answer } from "../../sandbox/builders/product.ts";
import { inLanes } from "../support/lanes.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/** An auth service that offers accounts of other sites: going there and back is a way to be led on, too. */
const stubbed = new StubbedProduct();
const { product, stub } = stubbed;
let account: { email: string; password: string };
let cookie: string;

beforeAll(async () => {
  await stubbed.start();
  account = await stubbed.anAccount();
  cookie = (await product.post(apiPaths.login, account)).cookie;
}, 60_000);
afterAll(() => stubbed.stop());

const asked = (path: string, query: Record<string, string>, who = "") =>
  product.get(`${path}?${new URLSearchParams(query)}`, { cookie: who });
/** Where each link and form of a page leads, and each address that its script is told. */
const linksOf = ({ body }: Answer) =>
  [...String(body).matchAll(/(?:href|action)="([^"]*)"|\\"(?:href|to|redirectTo)\\":\\"([^"\\]*)/g)].map(
    ([, inPage, inScript]) => (inPage ?? inScript ?? "").replaceAll("&amp;", "&"),
  );
/** The address that an address carries on as its own `next`. */
const nextOf = (address: string) => new URL(address, product.appUrl).searchParams.get("next") ?? "/";

/** Every parameter that leads somewhere: what is followed when it asks for an address. */
const ways: Record<string, (address: string) => Promise<string[]>> = {
  "next of a log-in": async (next) => {
    const { body } = await product.post(apiPaths.login, { ...account, password: PASSWORD, next });
    return [body.redirectTo];
  },
  "plan of a log-in": async (plan) => {
    const { body } = await product.post(apiPaths.login, { ...account, password: PASSWORD, plan });
    return [body.redirectTo];
  },
  "next of the log-in page": async (next) => linksOf(await asked(paths.login, { next })),
  "next of the log-in page of somebody signed in": async (next) =>
    linksOf(await asked(paths.login, { next }, cookie)),
  "plan of the sign-up page of somebody signed in": async (plan) =>
    linksOf(await asked(paths.signup, { plan }, cookie)),
  "next of a page behind the log-in": async (next) => {
    const { location } = await asked(paths.dashboard, { next });
    return [location, nextOf(location)];
  },
  "next of the way back from another site": async (next) => {
    const left = await asked(apiPaths.oauth, { provider: "google", next });
    const back = stub.consent(left.location, account);
    const { location } = await product.get(back.pathname + back.search, { cookie: left.cookie });
    return [back.origin, location];
  },
  "next of a way back that fails": async (next) => {
    const { location } = await asked(apiPaths.authCallback, { error: "access_denied", next });
    return [location];
  },
};

/** Leads to a page of this instance, of the site under its public name, or to our mailbox. */
function isOurs(address: string): boolean {
  if (!URL.canParse(address, product.appUrl)) return false;
  const { origin, href } = new URL(address, product.appUrl);
  const own = [product.appUrl, product.setting("SITE_URL")].map((url) => new URL(url).origin);
  return own.includes(origin) || href === `mailto:${site.contactEmail}`;
}

test("there are enough addresses to mean something", () => {
  expect(Object.keys(ways).length * EVIL_ADDRESSES.length).toBeGreaterThanOrEqual(240);
});

test.each(Object.entries(ways))(
  "%s leads to no other site",
  async (_, follow) => {
    const followed = await inLanes(EVIL_ADDRESSES, async (address) => ({
      address,
      targets: await follow(address),
    }));
    expect(followed.filter(({ targets }) => targets.length === 0)).toEqual([]);
    const away = followed.map(({ address, targets }) => ({
      address,
      targets: targets.filter((target) => !isOurs(target)),
    }));
    expect(away.filter(({ targets }) => targets.length > 0)).toEqual([]);
  },
  300_000,
);

test("a page of ours is led to all the same", async () => {
  for (const name of ["next of a log-in", "next of the way back from another site"])
    expect(await ways[name]?.(paths.submitPayg)).toContain(paths.submitPayg);
  expect(await ways["next of the log-in page of somebody signed in"]?.(paths.submitPayg)).toContain(
    paths.submitPayg,
  );
  const { location } = await asked(paths.submit, { plan: "free" });
  expect(location).toContain(withQuery(paths.login, { next: paths.submit, plan: "free" }));
});
