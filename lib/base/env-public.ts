/** What the sandbox's pages carry. What would pass for a business's own says that it is a demonstration's. */
export const sandboxPublic = {
  SITE_URL: "https://slabrelay.test",
  CONTACT_EMAIL: "support@slabrelay.test",
  RECEIVING_ADDRESS:
    "SlabRelay Receiving | SR Receiving | 4100 Relay Park Drive, Dock 7 | Columbus | OH | 43219 | US",
  BUSINESS_NAME: "SlabRelay Demonstration LLC",
  BUSINESS_ADDRESS: "4100 Relay Park Drive, Columbus, OH 43219, US (demo address)",
  GRADERS: "Demonstration Grading Company",
  DEALER_NUMBER: "",
  INSURANCE_LIMIT: "5000",
  SUPPORT_HOURS: "Monday to Friday, 9 am to 5 pm Eastern (demo hours)",
} as const;

/** Whom people write to. Apart from the others, since nearly every page's script carries it, and none of those. */
export const contactEmail = process.env.CONTACT_EMAIL || sandboxPublic.CONTACT_EMAIL;

// Marked as pure where they are called, so that what a script does not use leaves nothing in it.
const withoutSlash = (address: string) => address.replace(/\/+$/, "");
const namesIn = (list: string) => list.split(" ").filter(Boolean);

/**
 * Holds the settings that are baked into the build, because the prerendered pages carry them: they name no port and no
 * secret. next.config.mjs refuses a build for people in which one is missing; others fall back on the sandbox's.
 */
export const publicEnv = {
  /** Canonical links, the sitemap and shared links carry this address, which has no slash at its end. */
  siteUrl: /* @__PURE__ */ withoutSlash(process.env.SITE_URL || sandboxPublic.SITE_URL),
  /** Where packages go: see receiving-address.ts. */
  receivingAddress: process.env.RECEIVING_ADDRESS || sandboxPublic.RECEIVING_ADDRESS,
  /** Who does business here: see business.ts, for these and the next ones. */
  businessName: process.env.BUSINESS_NAME || sandboxPublic.BUSINESS_NAME,
  businessAddress: process.env.BUSINESS_ADDRESS || sandboxPublic.BUSINESS_ADDRESS,
  graders: process.env.GRADERS || sandboxPublic.GRADERS,
  dealerNumber: process.env.DEALER_NUMBER || sandboxPublic.DEALER_NUMBER,
  insuranceLimit: process.env.INSURANCE_LIMIT || sandboxPublic.INSURANCE_LIMIT,
  supportHours: process.env.SUPPORT_HOURS || sandboxPublic.SUPPORT_HOURS,
  /** The migrations that this build needs, by the first fourteen figures of their files. */
  migrations: /* @__PURE__ */ namesIn(process.env.MIGRATIONS ?? ""),
} as const;
