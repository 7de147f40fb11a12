import type { JsonFailure } from "@/lib/http/post-json";

/** Returns why no payment page opened. */
export function payFailure({ code, error }: Pick<JsonFailure, "code" | "error">): string {
  return code === "no_answer" ? "No answer came. Nothing was charged. Please try again." : error;
}
