import { eventHandlers } from "@/lib/jobs/handle-event";
import { WEBHOOK_EVENTS } from "@/sandbox/launcher/webhook-events";
import { type Erasure, erasePerson, erasureLines, erasureSchema, OBSTACLES } from "./erase-person.ts";

describe("erase person", () => {
  const answer = (changes: Partial<Erasure> = {}): Erasure => ({
    done: false,
    found: { accounts: 1, orders: 2, mails: 0 },
    obstacles: [],
    erased_at: null,
    stripe_customers: [],
    ...changes,
  });

  test.each<[string, Partial<Erasure>, string[]]>([
    [
      "what it would do",
      { stripe_customers: ["cus_1"] },
      [
        "Would erase: 1 account, 2 orders. Amounts, ids and dates stay.",
        "Delete cus_1 in the payment service, by hand.",
        "Nothing was done. --yes does it.",
      ],
    ],
    [
      "what stands in the way",
      { obstacles: [{ reason: "with_us", about: "BATCH-1" }] },
      ["Nobody is erased as long as:", "  BATCH-1 is with us or the grading company."],
    ],
    [
      "that somebody was erased before",
      { done: true, found: { accounts: 0 }, erased_at: "2026-11-24T10:00:00Z" },
      ["Erased on 2026-11-24T10:00:00Z.", "Nothing names this person."],
    ],
  ])("prints %s", (_, changes, lines) => expect(erasureLines(answer(changes))).toEqual(lines));

  test("rejects an unknown reason", () => {
    const obstacles = [{ reason: "weather", about: "BATCH-1" }];
    expect(erasureSchema.safeParse({ ...answer(), obstacles }).success).toBe(false);
    for (const words of Object.values(OBSTACLES)) expect(words).toMatch(/^(is|has|carries) .*\.$/);
  });

  test("makes no call to Stripe without a key", async () => {
    const args = ["jane@example.test", "--by", "owner@example.test"];
    const env = { NODE_ENV: "test", SUPABASE_URL: "http://127.0.0.1:1" } as const;
    await expect(erasePerson({ env, args })).rejects.toThrow(/SUPABASE_SECRET_KEY/);
  });
});

describe("webhook events", () => {
  test("subscribes to exactly the event types that the product handles", () => {
    expect([...WEBHOOK_EVENTS].sort()).toEqual(Object.keys(eventHandlers).sort());
  });
});
