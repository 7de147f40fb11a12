/** The address of the front page, by itself: the error page, which comes with every page's script, needs no other. */
export const HOME = "/";
