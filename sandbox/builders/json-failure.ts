import type { JsonFailure } from "@/lib/http/post-json";

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
