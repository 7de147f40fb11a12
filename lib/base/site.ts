// Relative, because the sandbox imports this file without path aliases.
import { contactEmail } from "./env-public.ts";

/** The only source of the product's name and contacts. */
export const site = {
  name: "SlabRelay",
  tagline: "Card grading submissions, paid, shipped and tracked in one place",
  contactEmail,
} as const;
