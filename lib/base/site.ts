// Relative, because the sandbox imports this file without path aliases.
import { contactEmail } from "./env-public.ts";

/** The only source of the product's name and contacts. */
export const site = {
  name: "SlabRelay",
  tagline: "Submit, pay for and track card grading in one place",
  contactEmail,
} as const;
