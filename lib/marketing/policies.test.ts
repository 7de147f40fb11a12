import { globSync, readFileSync } from "node:fs";
import { apiPaths } from "@/lib/base/api-paths";
import { business } from "@/lib/base/business";
import { cancellationPolicy } from "@/lib/base/cancellation-policy";
import { confirmationPath } from "@/lib/base/confirmation-path";
import { paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { POLICIES, type Policy } from "@/lib/marketing/policies";
import { linkedPieces } from "@/lib/marketing/policy-links";
import { publicPages } from "@/lib/marketing/public-pages";
import { speculationRules } from "@/lib/marketing/speculation-rules";
import { FAQ } from "@/lib/marketing/words";

describe("policies", () => {
  const textsOf = ({ lead, parts }: Policy) => [lead, ...parts.flatMap(({ texts }) => texts)];

  test.each(POLICIES.map((policy) => [policy.path, policy] as const))(
    "%s says who is behind it, and leaves no blank where a setting belongs",
    (_, policy) => {
      const texts = textsOf(policy);
      expect(texts.join(" ")).toContain(business.legalName);
      expect(texts.join(" ")).toContain(business.address);
      expect(texts.join(" ")).toContain(site.contactEmail);
      for (const text of texts) {
        expect(text).not.toMatch(/undefined|null|NaN|\[|\$\{| {2}|\s[.,;]/);
        expect(text).toMatch(/[.?]$/);
      }
    },
  );

  test("when a batch can be canceled stands with the refunds as before the payment", () => {
    const refunds = POLICIES.find(({ path }) => path === "/refunds");
    const texts = refunds ? textsOf(refunds).join(" ") : "";
    for (const sentence of cancellationPolicy) expect(texts).toContain(sentence);
  });

  test("what a batch is insured for stands where it is asked for", () => {
    const insurance = POLICIES.find(({ path }) => path === "/insurance");
    expect(insurance?.lead).toContain("$5,000");
  });

  describe("the number that a grading company gives its dealers", () => {
    afterEach(() => {
      delete process.env.DEALER_NUMBER;
      jest.resetModules();
    });
    const terms = async () => {
      jest.resetModules();
      const { termsPolicy } = await import("@/lib/marketing/policies");
      return textsOf(termsPolicy).join(" ");
    };

    test("is said when there is one, and else not spoken of", async () => {
      expect(await terms()).not.toContain("number as their dealer");
      process.env.DEALER_NUMBER = "4711";
      expect(await terms()).toContain("Our number as their dealer is 4711.");
    });
  });
});

describe("policy links", () => {
  const mail = `mailto:${site.contactEmail}`;

  test.each([
    ["Nothing to press.", [["Nothing to press.", null]]],
    [
      "Write to us, or see the insurance page.",
      [
        ["Write to us", mail],
        [", or see the ", null],
        ["insurance page", "/insurance"],
        [".", null],
      ],
    ],
    [
      `It is on the pricing page; write to ${site.contactEmail}`,
      [
        ["It is on the ", null],
        ["pricing page", "/pricing"],
        ["; write to ", null],
        [site.contactEmail, mail],
      ],
    ],
  ])("%s leads where it names something", (text, pieces) => {
    expect(linkedPieces(text).map(({ words, href }) => [words, href])).toEqual(pieces);
  });
});

describe("public pages", () => {
  test("the public pages are those of app/(site) and app/(sample), and next.config.mjs names the same", () => {
    const pages = globSync(["app/(site)/**/page.tsx", "app/(sample)/**/page.tsx"]).map((file) =>
      file.replace(/^app\/\((site|sample)\)|\/page\.tsx$/g, ""),
    );
    expect(pages.map((path) => path || "/").sort()).toEqual([...publicPages].sort());
    const named = /^const publicPages = (\[.*\]);$/m.exec(readFileSync("next.config.mjs", "utf8"))?.[1];
    expect(JSON.parse(named ?? "")).toEqual(publicPages);
  });
});

describe("speculation rules", () => {
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
});

describe("words", () => {
  /** The specification's six topics in their order, by a word of the question and what the answer has to say. */
  test.each([
    [0, /pay-as-you-go/, /up to \$30\/card/],
    [1, /how long/i, /10-15 business days/],
    [2, /relationship with the grading company/, /authorized dealer/],
    [3, /which cards do you accept/i, /trading card/i],
    [4, /ship/, /outside with your batch ID.*note inside/],
    [5, /damaged/, /insured/],
  ])("question %d is the one of the specification", (index, question, answer) => {
    expect(FAQ[index]?.question).toMatch(question);
    expect(FAQ[index]?.answer).toMatch(answer);
  });

  /** What a visitor asks besides; what is promised has to be what the product does. */
  test.each([
    [6, /grader's fee included/, /^Yes\. .*asks for more.*nothing is charged/],
    [7, /insured for/, /up to \$5,000 \(demo limit\); write to us before you ship/],
    [8, /count differs/, /send the rest or get their price back.*pay for them or have them back ungraded/],
  ])("question %d stands behind them", (index, question, answer) => {
    expect(FAQ[index]?.question).toMatch(question);
    expect(FAQ[index]?.answer).toMatch(answer);
  });

  test("it is said which grading companies there are", () => {
    expect(FAQ[2]?.answer).toContain(`We submit to: ${business.graders}.`);
  });

  test("there are nine", () => {
    expect(FAQ).toHaveLength(9);
  });
});
