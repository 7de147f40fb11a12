/** Holds what the product calls itself and where it is reached. Nothing else writes these words. */
export const site = {
  name: "SlabRelay",
  tagline: "Card grading submissions, paid, shipped and tracked in one place",
  contactEmail: "support@slabrelay.test",
} as const;
