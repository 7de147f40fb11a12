// By its file: the sandbox reads this one without the project's own way of naming files.
import { contactEmail } from "./env-public.ts";

/** Holds what the product calls itself and where it is reached. Nothing else writes these words. */
export const site = {
  name: "SlabRelay",
  tagline: "Card grading submissions, paid, shipped and tracked in one place",
  contactEmail,
} as const;
