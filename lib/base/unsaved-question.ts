/** Apart from the guard, which most drawers don't need. */
export const UNSAVED_QUESTION = "Leave without saving your changes?";
