/**
 * Names the cookie ("1" or absent) that tells the public pages, which are the same bytes for everybody, that a person
 * is signed in. It holds no secret and opens nothing; the session's own cookie cannot be read by a page.
 */
export const SIGNED_IN_COOKIE = "signed_in";

/**
 * Tells whether the cookies of a page (`document.cookie`) say that a person is signed in. This decides only which
 * links are shown.
 */
export function hasSignedInCookie(cookies: string): boolean {
  return cookies.split("; ").includes(`${SIGNED_IN_COOKIE}=1`);
}
