import { business } from "@/lib/base/business";
import { cancellationPolicy } from "@/lib/base/cancellation-policy";
import { site } from "@/lib/base/site";
import { POLICIES, type Policy } from "@/lib/marketing/policies";

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
