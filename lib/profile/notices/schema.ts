import * as z from "zod/mini";

/** How much an address is written to: all, what happens to a batch without the small steps, or only what cannot be turned off. */
export const mailLevels = ["all", "milestones", "needs_me"] as const;
/** Reads a level as the database has it. */
export const mailLevelSchema = z.enum(mailLevels, "Please choose one of the three.");
/** Names which mails an address gets. */
export type MailLevel = z.infer<typeof mailLevelSchema>;

/** The form of the three choices, and the body of its endpoints. */
export const mailChoiceSchema = z.object({ level: mailLevelSchema });
