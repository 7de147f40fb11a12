/** Holds what the product calls itself and where it is reached. Nothing else writes these words. */
export const site = {
  name: "SlabRelay",
  tagline: "Card grading submissions, paid, shipped and tracked in one place",
  contactEmail: "support@slabrelay.test",
  receivingAddress: {
    name: "SlabRelay Receiving",
    /** Stands on the outside of a package, where less should be said of what is inside. */
    labelName: "SR Receiving",
    line1: "4100 Relay Park Drive, Dock 7",
    city: "Columbus",
    state: "OH",
    postalCode: "43219",
    country: "US",
  },
} as const;
