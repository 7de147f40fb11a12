/** Apart from paths.ts: the error page's script, which every page loads, needs no other path. */
export const HOME = "/";
