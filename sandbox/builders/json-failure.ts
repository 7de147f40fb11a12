import type { JsonFailure } from "@/lib/http/post-json";

/** A failure as postJson tells it; by default one of which the server said nothing. */
export function aFailure(overrides: Partial<JsonFailure> = {}): JsonFailure {
  return {
    ok: false,
    status: 500,
    code: "unexpected",
    error: "An unexpected error occurred. Please try again.",
    fields: {},
    reply: {},
    ...overrides,
  };
}
