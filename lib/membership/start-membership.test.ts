import { messages } from "@/lib/base/words";
import type { JsonFailure } from "@/lib/http/post-json";
import { checkoutStart, startMembership, wantedPlan } from "@/lib/membership/start-membership";
import { aFailure } from "@/sandbox/builders/json-failure";

describe("wantedPlan", () => {
  test.each([
    ["", null],
    ["?", null],
    ["?plan=", null],
    ["?plan=free", null],
    ["?plan=starter", "starter"],
    ["?plan=pro", "pro"],
    ["?plan=elite&x=1", "elite"],
    ["?plan=PRO", "unknown"],
    ["?plan=payg", "unknown"],
    ["?plan=platinum", "unknown"],
    ["?plan=%3Cscript%3E", "unknown"],
    ["?plan=constructor", "unknown"],
  ])("%j asks for %s", (search, plan) => {
    expect(wantedPlan(search)).toBe(plan);
  });
});

const FAILED = "Failed to start checkout. Please try again.";
const refused = (status: number, error: string, code: JsonFailure["code"] = "unknown") =>
  aFailure({ status, error, code });
const answered = (data: unknown) => ({ ok: true, status: 200, data: data as { url?: unknown } }) as const;

describe("checkoutStart", () => {
  test.each([
    ["an address", answered({ url: "https://checkout.example/1" }), { url: "https://checkout.example/1" }],
    ["no address", answered({}), { failure: "No checkout URL returned", needsLogin: false }],
    ["an empty one", answered({ url: "" }), { failure: "No checkout URL returned", needsLogin: false }],
    ["null", answered(null), { failure: "No checkout URL returned", needsLogin: false }],
    [
      "an address without encryption, as a sandbox has it",
      answered({ url: "http://127.0.0.1:4242/pay/1" }),
      { url: "http://127.0.0.1:4242/pay/1" },
    ],
    [
      "an address that is no text",
      answered({ url: ["https://checkout.example/1"] }),
      { failure: "No checkout URL returned", needsLogin: false },
    ],
    [
      "a script with an address in it",
      answered({ url: "javascript:open('https://checkout.example/1')" }),
      { failure: "No checkout URL returned", needsLogin: false },
    ],
    [
      "a script",
      answered({ url: "javascript:alert(1)" }),
      { failure: "No checkout URL returned", needsLogin: false },
    ],
    [
      "the server's words",
      refused(400, "Invalid plan selected", "invalid_plan"),
      { failure: "Invalid plan selected", needsLogin: false },
    ],
    [
      "an ended session",
      refused(401, "Please log in to continue.", "sign_in_required"),
      { failure: "Please log in to continue.", needsLogin: true },
    ],
    ["no connection", refused(0, messages.unexpected, "no_answer"), { failure: FAILED, needsLogin: false }],
    [
      "a fault without words",
      refused(500, messages.unexpected, "unexpected"),
      { failure: FAILED, needsLogin: false },
    ],
  ])("%s", (_, answer, expected) => {
    expect(checkoutStart(answer)).toEqual(expected);
  });
});

describe("startMembership", () => {
  const calls: [string, unknown][] = [];
  const answering = (reply: () => Promise<Response>) => {
    calls.length = 0;
    global.fetch = jest.fn((path, init) => {
      calls.push([String(path), JSON.parse(String(init?.body))]);
      return reply();
    });
  };

  test("asks for the page of the plan's price, and for nothing else", async () => {
    answering(async () => Response.json({ url: "https://pay.test/1" }));
    expect(await startMembership("pro")).toEqual({ url: "https://pay.test/1" });
    expect(calls).toEqual([["/api/createCheckoutSession", { price_id: "pro_monthly" }]]);
  });

  test.each<[string, () => Promise<Response>, string]>([
    ["no answer", async () => Promise.reject(new TypeError("away")), FAILED],
    ["a refusal without words", async () => Response.json({}, { status: 503 }), FAILED],
    [
      "a plan that the server does not know",
      async () => Response.json({ error: "Invalid plan selected" }, { status: 400 }),
      "Invalid plan selected",
    ],
    ["an answer that makes no sense", async () => Response.json(null), "No checkout URL returned"],
  ])("%s", async (_, reply, failure) => {
    answering(reply);
    expect(await startMembership("pro")).toEqual({ failure, needsLogin: false });
    expect(calls).toHaveLength(1);
  });
});
