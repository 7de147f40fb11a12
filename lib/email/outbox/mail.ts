/** A mail, ready for the transport. */
export type Mail = {
  to: { address: string; name: string };
  subject: string;
  html: string;
  text: string;
};

/** Addresses a mail may link to, all from the settings. */
export type MailOrigins = { appUrl: string; receiptOrigin: string };
