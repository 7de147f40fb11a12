import type { JsonFailure } from "@/lib/http/post-json";

/** Says why no payment page opened: the server's own words, or that nothing was charged where no answer came at all. */
export function payFailure({ code, error }: Pick<JsonFailure, "code" | "error">): string {
  return code === "no_answer" ? "No answer came. Nothing was charged. Please try again." : error;
}
