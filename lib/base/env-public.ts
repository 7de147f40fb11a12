/** The sandbox's values, labeled as a demo where they could pass for real ones. */
export const sandboxPublic = {
  SITE_URL: "https://slabrelay.test",
  CONTACT_EMAIL: "support@slabrelay.test",
  RECEIVING_ADDRESS:
    "SR Receiving | SR Receiving | 4100 Relay Park Drive, Dock 7 | Columbus | OH | 43219 | US",
  BUSINESS_NAME: "SlabRelay Demonstration LLC",
  BUSINESS_ADDRESS: "4100 Relay Park Drive, Columbus, OH 43219, US (demo address)",
  GRADERS: "Demonstration Grading Company",
  DEALER_NUMBER: "",
  INSURANCE_LIMIT: "5000",
  SUPPORT_HOURS: "Monday to Friday, 9 am to 5 pm Eastern (demo hours)",
} as const;

/** Separate from publicEnv because nearly every page's script includes it. */
export const contactEmail = process.env.CONTACT_EMAIL || sandboxPublic.CONTACT_EMAIL;

// Marked pure at the call, so that unused settings are dropped from scripts.
const withoutSlash = (address: string) => address.replace(/\/+$/, "");
const namesIn = (list: string) => list.split(" ").filter(Boolean);

/** Settings built into pages, so they must not be secrets. next.config.mjs rejects a hosted build without them. */
export const publicEnv = {
  siteUrl: /* @__PURE__ */ withoutSlash(process.env.SITE_URL || sandboxPublic.SITE_URL),
  receivingAddress: process.env.RECEIVING_ADDRESS || sandboxPublic.RECEIVING_ADDRESS,
  businessName: process.env.BUSINESS_NAME || sandboxPublic.BUSINESS_NAME,
  businessAddress: process.env.BUSINESS_ADDRESS || sandboxPublic.BUSINESS_ADDRESS,
  graders: process.env.GRADERS || sandboxPublic.GRADERS,
  dealerNumber: process.env.DEALER_NUMBER || sandboxPublic.DEALER_NUMBER,
  insuranceLimit: process.env.INSURANCE_LIMIT || sandboxPublic.INSURANCE_LIMIT,
  supportHours: process.env.SUPPORT_HOURS || sandboxPublic.SUPPORT_HOURS,
  migrations: /* @__PURE__ */ namesIn(process.env.MIGRATIONS ?? ""),
} as const;
