import { globSync, readFileSync } from "node:fs";
import { business } from "@/lib/base/business";
import { cancellationPolicy } from "@/lib/base/cancellation-policy";
import { site } from "@/lib/base/site";
import { FAQ } from "@/lib/marketing/messages";
import { POLICIES, type Policy, splitAtLinks } from "@/lib/marketing/policies";
import { publicPages, speculationRules } from "@/lib/marketing/public-pages";

describe("policies", () => {
  const textsOf = ({ lead, parts }: Policy) => [lead, ...parts.flatMap(({ texts }) => texts)];

  test.each(POLICIES.map((policy) => [policy.path, policy] as const))(
    "%s includes the contact email and has no unfilled placeholders",
    (_, policy) => {
      const texts = textsOf(policy);
      expect(texts.join(" ")).toContain(site.contactEmail);
      for (const text of texts) {
        expect(text).not.toMatch(/undefined|null|NaN|\[|\$\{| {2}|\s[.,;]/);
        expect(text).toMatch(/[.?]$/);
      }
    },
  );

  test.each(["/terms", "/privacy"])("%s names the company and its address", (path) => {
    const policy = POLICIES.find((one) => one.path === path);
    const text = policy ? textsOf(policy).join(" ") : "";
    expect(text).toContain(`${business.legalName}, ${business.address}`);
  });

  test("states the same cancellation rules as before the payment", () => {
    const refunds = POLICIES.find(({ path }) => path === "/refunds");
    const texts = refunds ? textsOf(refunds).join(" ") : "";
    for (const sentence of cancellationPolicy) expect(texts).toContain(sentence);
  });

  test("states the insured amount first on the insurance page", () => {
    const insurance = POLICIES.find(({ path }) => path === "/insurance");
    expect(insurance?.lead).toContain("$5,000");
  });
});

describe("policy links", () => {
  const mail = `mailto:${site.contactEmail}`;

  test.each([
    ["Nothing to click.", [["Nothing to click.", null]]],
    [
      "Email us, or see the insurance page.",
      [
        ["Email us", mail],
        [", or see the ", null],
        ["insurance page", "/insurance"],
        [".", null],
      ],
    ],
  ])("links what %j mentions", (text, pieces) => {
    expect(splitAtLinks(text).map(({ words, href }) => [words, href])).toEqual(pieces);
  });
});

describe("public pages", () => {
  test("lists the pages of app/(site) and app/(sample), as next.config.mjs does", () => {
    const pages = globSync(["app/(site)/**/page.tsx", "app/(sample)/**/page.tsx"]).map((file) =>
      file.replace(/^app\/\((site|sample)\)|\/page\.tsx$/g, ""),
    );
    expect(pages.map((path) => path || "/").sort()).toEqual([...publicPages].sort());
    const named = /^const publicPages = (\[.*\]);$/m.exec(readFileSync("next.config.mjs", "utf8"))?.[1];
    expect(JSON.parse(named ?? "")).toEqual(publicPages);
  });
});

test("lets browsers prerender public pages only, and no link that may start a checkout", () => {
  const base = "https://www.example.com/speculation-rules.json";
  const patterns = speculationRules().prerender.flatMap(({ where }) => where.href_matches);
  const isPrerendered = (href: string) =>
    patterns.some((init) => new URLPattern({ ...init, baseURL: base }).test(new URL(href, base).href));
  expect(publicPages.filter((path) => !isPrerendered(path))).toEqual([]);
  const others = [
    "/pricing?plan=pro",
    "/login",
    "/dashboard",
    "/api/auth/oauth?provider=google",
    "/mail/token",
  ];
  expect(others.filter(isPrerendered)).toEqual([]);
});

describe("words", () => {
  /** The specification's six topics in order, by a word of the question and of the answer. */
  test.each([
    [0, /pay-as-you-go/, /up to \$30\/card\. Today it's \$25/],
    [1, /how long/i, /10-15 business days/],
    [2, /relationship with the grading company/, /authorized dealer/],
    [3, /which cards do you accept/i, /trading card/i],
    [4, /ship/, /outside with your batch ID.*note inside/],
    [5, /damaged/, /insured/],
    [6, /grader's fee included/, /^Yes\. .*wants more.*We won't charge you without/],
    [7, /insured for/, /^Up to \$5,000 \(demo limit\).*Email us before you ship/],
    [8, /count is off/, /send the rest or get a refund.*pay for them or get them back ungraded/],
  ])("answers question %d", (index, question, answer) => {
    expect(FAQ[index]?.question).toMatch(question);
    expect(FAQ[index]?.answer).toMatch(answer);
  });
});
