/** Tells the public pages, which are the same bytes for everybody, that a person is signed in. Holds no secret. */
export const SIGNED_IN_COOKIE = "signed_in";

/**
 * Whether the cookies of a page (`document.cookie`) say that a person is signed in. Decides only which links the public
 * pages show.
 */
export function hasSignedInCookie(cookies: string): boolean {
  return cookies.split("; ").includes(`${SIGNED_IN_COOKIE}=1`);
}
