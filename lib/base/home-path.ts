/** Separate from paths.ts because every page loads the error page's script, which needs no other path. */
export const HOME = "/";
