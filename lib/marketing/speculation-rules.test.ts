import { apiPaths } from "@/lib/base/api-paths";
import { confirmationPath } from "@/lib/base/confirmation-path";
import { paths, withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { publicPages } from "@/lib/marketing/public-pages";
import { speculationRules } from "@/lib/marketing/speculation-rules";

const ORIGIN = "https://www.example.com";
const rules = speculationRules().prerender;

/** As a browser reads a rule: each pattern on top of the address that the rules came from. */
const isLoadedAhead = (href: string, from = ORIGIN) =>
  rules.some(({ where }) =>
    where.href_matches.some((init) =>
      new URLPattern({ ...init, baseURL: new URL("/speculation-rules.json", from).href }).test(
        new URL(href, ORIGIN).href,
      ),
    ),
  );

/** Every address that the product has, those with something of an order in them with an example of it. */
const addressesOf = (list: Record<string, string | ((...parts: string[]) => string)>) =>
  Object.values(list).map((address) => (typeof address === "string" ? address : address("1")));
const all = [paths, staffPaths, apiPaths, staffApiPaths].flatMap(addressesOf);
const others = all.filter((address) => !publicPages.includes(address));

test("the public pages are loaded ahead, and only when somebody is about to open them", () => {
  expect(publicPages.filter((path) => !isLoadedAhead(path))).toEqual([]);
  expect(rules.map(({ eagerness }) => eagerness)).toEqual(["moderate"]);
});

test("no other address of the product is", () => {
  expect(others.length).toBeGreaterThan(80);
  for (const name of [paths.login, paths.submit, paths.dashboard, paths.track("1"), apiPaths.signOut]) {
    expect(others).toContain(name);
  }
  expect(others.filter((address) => isLoadedAhead(address))).toEqual([]);
});

test.each([
  ["a plan whose checkout would begin", withQuery(paths.pricing, { plan: "pro" })],
  ["any query", "/?a"],
  ["a payment's confirmation", confirmationPath({ sessionId: "cs_1", batchId: "B", isPayg: true })],
  ["a part of the open page", "/#faq"],
  ["a page below a public one", "/pricing/more"],
  ["another site's page of the same name", "https://elsewhere.example/pricing"],
  ["the same site without encryption", "http://www.example.com/pricing"],
  ["another port", "https://www.example.com:8443/pricing"],
])("nor is %s: %s", (_what, href) => {
  expect(isLoadedAhead(href)).toBe(false);
});

test("the rules hold on whatever site serves them", () => {
  expect(isLoadedAhead(paths.pricing, "https://elsewhere.example")).toBe(false);
  expect(isLoadedAhead("https://elsewhere.example/pricing", "https://elsewhere.example")).toBe(true);
});
