/** The address of the front page, by itself: the error page, which comes with every page's script, needs no other. */
export const HOME = "/";

/** Gives the path of the log-in, for the script of every page. */
export const LOGIN = "/login";

/** Gives the endpoint where a sign-in at another site ends, for the script of every page. */
export const AUTH_CALLBACK = "/api/auth/callback";
