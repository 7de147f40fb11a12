// How long grading takes, as customers read it. private.maintain_order (orders.sql) computes an order's estimate from it.

export const TURNAROUND = "10–15 business days";

/** Wording used on the landing and confirmation pages. */
export const PUBLISHED_TURNAROUND = { days: "10-15 business days", weeks: "2-3 weeks" };
