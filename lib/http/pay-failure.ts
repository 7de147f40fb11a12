import type { JsonFailure } from "@/lib/http/post-json";

export function payFailure({ code, error }: Pick<JsonFailure, "code" | "error">): string {
  return code === "no_answer"
    ? "We couldn't reach the server. You haven't been charged. Please try again."
    : error;
}
