/** Asks whoever leaves a form that is not saved. By itself: a drawer without such a form needs no more of the guard. */
export const UNSAVED_QUESTION = "Leave without saving your changes?";
