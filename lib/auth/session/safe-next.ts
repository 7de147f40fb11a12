import { accessOf } from "@/lib/auth/session/access";

/**
 * Returns the path and query of a `next` that may be followed after sign-in: a listed page of this origin. Answers
 * null for anything else, so that no link to our log-in page leads on to another site.
 */
export function safeNext(next: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers strip these from addresses, so "/\t/evil" is "//evil".
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\u0000-\u0020\u007f]/.test(next)) return null;
  let url: URL;
  try {
    url = new URL(next, "http://origin.invalid");
  } catch {
    return null;
  }
  if (url.origin !== "http://origin.invalid" || accessOf(url.pathname) === undefined) return null;
  return url.pathname + url.search;
}
