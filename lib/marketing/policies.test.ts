import { globSync, readFileSync } from "node:fs";
import { business } from "@/lib/base/business";
import { cancellationPolicy } from "@/lib/base/cancellation-policy";
import { site } from "@/lib/base/site";
import { POLICIES, type Policy } from "@/lib/marketing/policies";
import { linkedPieces } from "@/lib/marketing/policy-links";
import { publicPages, speculationRules } from "@/lib/marketing/public-pages";
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

  test("the public pages are loaded ahead, and only when somebody is about to open them", () => {
    expect(publicPages.filter((path) => !isLoadedAhead(path))).toEqual([]);
    expect(rules.map(({ eagerness }) => eagerness)).toEqual(["moderate"]);
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
});
