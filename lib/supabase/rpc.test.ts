import type { SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import type { Database } from "@/lib/supabase/database.types";
import { call, run } from "@/lib/supabase/rpc";

jest.mock("server-only", () => ({}));

const answers: { data: unknown; error: null | { message: string; code?: string } }[] = [];
const rpc = jest.fn(async () => answers.shift());
const client = { rpc } as unknown as SupabaseClient<Database>;
const schema = z.object({
  outcome: z.enum(["reserved", "replay"]),
  order: z.object({ num_cards: z.number() }),
});
const args = { order_id: "o", reason: null };

test("returns the parsed result and accepts null arguments", async () => {
  answers.push({ data: { outcome: "reserved", order: { num_cards: 3, secret: "x" } }, error: null });
  const result = await call(client, "cancel_reservation", args, schema);
  expect(result).toEqual({ outcome: "reserved", order: { num_cards: 3 } });
  expect(rpc).toHaveBeenCalledWith("cancel_reservation", { p_order_id: "o", p_reason: null });
});

test("throws for an invalid result without including its values", async () => {
  answers.push({ data: { outcome: "hello@example.com", order: {} }, error: null });
  const failure = await call(client, "cancel_reservation", args, schema).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(Error);
  expect((failure as Error).message).toMatch(
    /^cancel_reservation answered in another shape: outcome: .*order\.num_cards/,
  );
  expect((failure as Error).message).not.toContain("hello@example.com");
});

describe("error outcome", () => {
  const refusing = { outcome: "order_not_found", order: { num_cards: 3 } };

  test.each([
    ["leaves it out", schema],
    ["has no outcome", z.object({ order: z.object({ num_cards: z.number() }) })],
  ])("throws without the other facts when the schema %s", async (_, success) => {
    answers.push({ data: refusing, error: null });
    await expect(call(client, "cancel_reservation", args, success)).rejects.toMatchObject({
      code: "order_not_found",
      message: "We couldn't find this order.",
      reply: {},
    });
  });

  test("includes the other facts for staff", async () => {
    answers.push({ data: refusing, error: null });
    const refused = call(client, "cancel_reservation", args, schema, { withFacts: true });
    await expect(refused).rejects.toMatchObject({ reply: { order: { num_cards: 3 } } });
  });

  test("returns an outcome that is in the schema", async () => {
    answers.push({ data: refusing, error: null });
    const named = z.object({ outcome: z.literal("order_not_found") });
    expect(await call(client, "cancel_reservation", args, named)).toEqual({ outcome: "order_not_found" });
  });
});

test.each([
  ["42501", "staff_eyes_only", 403, "Only staff can see this."],
  ["42501", undefined, 500, "Something went wrong on our end. Please try again."],
  ["23505", "staff_eyes_only", 500, "Something went wrong on our end. Please try again."],
] as const)("maps code %s with the refusal %s to status %i", async (code, refusal, status, message) => {
  answers.push({ data: null, error: { message: "no", code } });
  const failure = await call(client, "cancel_reservation", args, schema, refusal ? { refusal } : {}).catch(
    (error) => error,
  );
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ status, message });
});

test("throws 500 for a missing grant", async () => {
  answers.push({ data: null, error: { message: "permission denied for table profiles", code: "42501" } });
  const refusal = { refusal: "sign_in_required" } as const;
  await expect(call(client, "cancel_reservation", args, schema, refusal)).rejects.toMatchObject({
    status: 500,
    code: "database_failed",
  });
});

test("throws 503 for an unavailable database", async () => {
  const away = { data: null, error: { message: "away", code: "57014" } };
  answers.push(away, away);
  await expect(call(client, "cancel_reservation", args, schema)).rejects.toThrow(ServiceUnavailableError);
  await expect(run(client, "cancel_reservation", args)).rejects.toThrow(ServiceUnavailableError);
});
