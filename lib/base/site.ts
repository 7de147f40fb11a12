/** What the product calls itself and where it is reached: the only place these words are written. */
export const site = {
  name: "SlabRelay",
  tagline: "Card grading submissions, paid, shipped and tracked in one place",
  contactEmail: "support@slabrelay.test",
  receivingAddress: {
    name: "SlabRelay Receiving",
    /** On the outside of a package: says less of what is inside. */
    labelName: "SR Receiving",
    line1: "4100 Relay Park Drive, Dock 7",
    city: "Columbus",
    state: "OH",
    postalCode: "43219",
    country: "US",
  },
} as const;
