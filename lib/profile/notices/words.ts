import type { MailLevel } from "@/lib/profile/notices/schema";

/** Says what each choice means, in the order in which they are shown. */
export const mailLevelWords: Record<MailLevel, { label: string; text: string }> = {
  all: { label: "Everything", text: "Each step, and a reminder when something waits." },
  milestones: {
    label: "Milestones",
    text: "Counted, sent to the grader, graded, on the way back, late.",
  },
  needs_me: { label: "Only what needs me", text: "Nothing but what is always sent." },
};

/** What no choice turns off. */
export const alwaysSent =
  "Always sent: receipts and refunds, questions about your cards, memberships, and your account's security.";
