/** Holds where collectors send their packages. Nothing else writes it. */
export const receivingAddress = {
  name: "SlabRelay Receiving",
  /** Stands on the outside of a package, where less should be said of what is inside. */
  labelName: "SR Receiving",
  line1: "4100 Relay Park Drive, Dock 7",
  city: "Columbus",
  state: "OH",
  postalCode: "43219",
  country: "US",
} as const;
