/**
 * Format and example of the settings built into pages. JavaScript, since next.config.mjs reads it on any Node.
 * @type {Record<string, [form: RegExp, example: string]>}
 */
export const publicSettings = {
  SITE_URL: [/^https?:\/\/[^/\s]+/, "https://www.example.com"],
  CONTACT_EMAIL: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "support@example.com"],
  RECEIVING_ADDRESS: [
    /^([^|]*[^|\s][^|]*\|){6}\s*[A-Z]{2}\s*$/,
    "Example Receiving | EX Receiving | 1 Main Street | Columbus | OH | 43004 | US",
  ],
  BUSINESS_NAME: [/\S/, "Example Grading Services LLC"],
  BUSINESS_ADDRESS: [/\S/, "1 Main Street, Columbus, OH 43004, US"],
  GRADERS: [/\S/, "First Grading Company, Second Grading Company"],
  // Not every grading company issues one.
  DEALER_NUMBER: [/^/, "12345"],
  INSURANCE_LIMIT: [/^[1-9]\d{0,7}$/, "5000"],
  SUPPORT_HOURS: [/\S/, "Monday to Friday, 9 am to 5 pm Eastern"],
};
