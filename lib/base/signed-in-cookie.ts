/**
 * Whether the cookies of a page (`document.cookie`) say that a person is signed in. The cookie holds no secret and
 * decides only which links the public pages show; its name is that of lib/supabase/cookies.
 */
export function hasSignedInCookie(cookies: string): boolean {
  return cookies.split("; ").includes("signed_in=1");
}
