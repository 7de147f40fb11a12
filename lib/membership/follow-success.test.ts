import type { ErrorCode } from "@/lib/base/errors";
import { messages } from "@/lib/base/words";
import type { JsonFailure } from "@/lib/http/post-json";
import { followSuccess, type Payer, type SuccessState } from "@/lib/membership/follow-success";
import { checkoutStart, startMembership, wantedPlan } from "@/lib/membership/start-membership";
import { aFailure } from "@/sandbox/builders/json-failure";
import { aMembership } from "@/sandbox/builders/membership";

describe("follow success", () => {
  const PAYER: Payer = { userId: "u1", email: "casey@example.com" };
  const SESSION = "cs_test_a1b2c3d4e5";
  const success = () => Response.json({ success: true, subscription: aMembership() });
  const refusal = (status: number, error: string, code?: ErrorCode) => () =>
    Response.json({ error, code }, { status });
  const away = () => Promise.reject(new TypeError("fetch failed"));
  const never = () => new Promise<Response>(() => {});

  type Reply = () => Response | Promise<Response>;

  /** Follows a payment against these answers in turn (the last one goes on), and tells what was asked and shown when. */
  function start({ process, profile, payer }: { process: Reply[]; profile?: Reply[]; payer: Payer | null }) {
    const stop = new AbortController();
    const skip = new AbortController();
    const calls: { at: number; path: string; body: unknown }[] = [];
    const states: SuccessState[] = [];
    const payers: (Payer | null)[] = [];
    const begun = Date.now();
    const queues: Record<string, Reply[]> = { "/api/processSuccess": process, "/api/profile": profile ?? [] };
    global.fetch = jest.fn((path, init) => {
      const queue = queues[String(path)] ?? [];
      calls.push({
        at: Date.now() - begun,
        path: String(path),
        body: JSON.parse(String(init?.body ?? "null")),
      });
      const reply = queue.length > 1 ? queue.shift() : queue[0];
      const aborted = new Promise<never>((_, reject) =>
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))),
      );
      return Promise.race([Promise.resolve(reply?.() ?? never()), aborted]);
    });
    const done = followSuccess({
      sessionId: SESSION,
      payer,
      signal: stop.signal,
      skip: skip.signal,
      onPayer: (found) => payers.push(found),
      onState: (state) => states.push(state),
    });
    const shown = () => states.map(({ name }) => name);
    const asked = (path: string) => calls.filter((call) => call.path === path);
    return { stop, skip, calls, states, payers, done, shown, asked };
  }

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  test("with a person: asks once, naming them, and shows the membership", async () => {
    const { done, calls, states, payers } = start({ process: [success], payer: PAYER });
    await done;
    const body = { session_id: SESSION, user_id: "u1", user_email: "casey@example.com" };
    expect(calls).toEqual([{ at: 0, path: "/api/processSuccess", body }]);
    expect(states).toEqual([{ name: "processing" }, { name: "confirmed", membership: aMembership() }]);
    expect(payers).toEqual([PAYER]);
  });

  test("without one: three look-ups two seconds apart, a way on after two, then without a person", async () => {
    const { done, asked, states, payers } = start({
      process: [success],
      profile: [refusal(401, "Please log in to continue.")],
      payer: null,
    });
    await pass(3_999);
    expect(states).toEqual([]);
    await pass(1);
    expect(states).toEqual([{ name: "looking", canContinue: true }]);
    await pass(2_000);
    await done;
    expect(asked("/api/profile").map(({ at }) => at)).toEqual([2_000, 4_000, 6_000]);
    expect(asked("/api/processSuccess")).toEqual([
      { at: 6_000, path: "/api/processSuccess", body: { session_id: SESSION } },
    ]);
    expect(payers).toEqual([null]);
  });

  test("a session that comes back at the second look-up is used", async () => {
    const profile = { user_id: "u1", email: "casey@example.com", full_name: null };
    const { done, asked, payers } = start({
      process: [success],
      profile: [away, () => Response.json({ profile })],
      payer: null,
    });
    await pass(4_000);
    await done;
    expect(payers).toEqual([PAYER]);
    expect(asked("/api/processSuccess")[0]?.body).toMatchObject({ user_id: "u1" });
  });

  test.each([
    ["a body that is none", () => Response.json(null)],
    ["a profile without an address", () => Response.json({ profile: { email: null } })],
    ["a page instead of JSON", () => new Response("<html>")],
  ])("%s is no person", async (_, reply) => {
    const { done, payers } = start({ process: [success], profile: [reply], payer: null });
    await pass(6_000);
    await done;
    expect(payers).toEqual([null]);
  });

  test("a person whose account's id is no text is named by the address alone", async () => {
    const profile = { user_id: 7, email: "casey@example.com" };
    const { done, payers } = start({
      process: [success],
      profile: [() => Response.json({ profile })],
      payer: null,
    });
    await pass(2_000);
    await done;
    expect(payers).toEqual([{ userId: null, email: "casey@example.com" }]);
  });

  test("Continue before the first look-up asks for no session any more", async () => {
    const { skip, done, asked } = start({ process: [success], payer: null });
    await pass(1_000);
    skip.abort();
    await done;
    expect(asked("/api/profile")).toEqual([]);
    expect(asked("/api/processSuccess").map(({ at }) => at)).toEqual([1_000]);
  });

  test("Continue goes on without an account at once, also while a look-up hangs", async () => {
    const { skip, done, asked } = start({ process: [success], profile: [away, away, never], payer: null });
    await pass(7_000);
    expect(asked("/api/processSuccess")).toEqual([]);
    skip.abort();
    await done;
    expect(asked("/api/processSuccess")).toEqual([
      { at: 7_000, path: "/api/processSuccess", body: { session_id: SESSION } },
    ]);
  });

  test("'Missing required fields' is asked again at once without the person, and only once", async () => {
    const { done, calls, shown } = start({
      process: [refusal(400, "Missing required fields", "invalid_input")],
      payer: PAYER,
    });
    await done;
    expect(calls.map(({ body }) => (body as { user_id?: string }).user_id)).toStrictEqual(["u1", undefined]);
    expect(shown()).toEqual(["processing", "refused"]);
  });

  test("an unknown outcome is asked about every 3 s until the truth comes", async () => {
    const { done, asked, shown } = start({
      process: [away, refusal(503, "away"), () => new Response("<html>"), refusal(409, "busy"), success],
      payer: PAYER,
    });
    await pass(12_000);
    await done;
    expect(asked("/api/processSuccess").map(({ at }) => at)).toEqual([0, 3_000, 6_000, 9_000, 12_000]);
    expect(shown()).toEqual([
      "processing",
      "confirming",
      "confirming",
      "confirming",
      "processed",
      "confirmed",
    ]);
  });

  test("a payment that was processed stays a success while its facts cannot be read", async () => {
    const { done, asked, shown } = start({
      process: [refusal(400, "Payment already processed"), away, refusal(503, "away"), success],
      payer: PAYER,
    });
    await pass(9_000);
    await done;
    expect(shown()).toEqual(["processing", "processed", "confirmed"]);
    expect(asked("/api/processSuccess").map(({ at }) => at)).toEqual([0, 3_000, 6_000, 9_000]);
  });

  test("a payment on its way, then refused by the bank", async () => {
    const pending = () => Response.json({ success: false, status: "pending" });
    const { done, shown } = start({ process: [pending, refusal(402, "Not paid.")], payer: PAYER });
    await pass(3_000);
    await done;
    expect(shown()).toEqual(["processing", "pending", "refused"]);
  });

  test("a server that never answers is given up after twelve seconds and asked again", async () => {
    const { stop, asked, shown } = start({ process: [never], payer: PAYER });
    await pass(12_000);
    expect(shown()).toEqual(["processing", "confirming"]);
    await pass(3_000);
    expect(asked("/api/processSuccess")).toHaveLength(2);
    stop.abort();
  });

  test("leaving the page ends the questions", async () => {
    const { stop, done, calls, shown } = start({ process: [refusal(500, "x")], payer: PAYER });
    await pass(3_000);
    stop.abort();
    await done;
    await pass(60_000);
    expect(calls).toHaveLength(2);
    expect(shown()).toEqual(["processing", "confirming", "confirming"]);
  });

  test("leaving the page while a person is looked for asks about no payment", async () => {
    const { stop, done, calls, states, payers } = start({ process: [success], payer: null });
    await pass(1_000);
    stop.abort();
    await done;
    expect([calls, states, payers]).toEqual([[], [], []]);
  });

  test("leaving the page gives up the question that hangs", async () => {
    const { stop, done } = start({ process: [never], payer: PAYER });
    const ended = jest.fn();
    done.then(ended);
    await pass(1_000);
    stop.abort();
    await pass(0);
    expect(ended).toHaveBeenCalled();
  });
});

describe("start membership", () => {
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
});
