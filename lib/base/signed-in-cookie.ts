/** "1" tells prerendered pages that someone is signed in. It grants nothing. */
export const SIGNED_IN_COOKIE = "signed_in";

/** Returns whether `document.cookie` says someone is signed in. Only decides which links show. */
export function hasSignedInCookie(cookies: string): boolean {
  return cookies.split("; ").includes(`${SIGNED_IN_COOKIE}=1`);
}
