import * as z from "zod/mini";

export const staffMessages = {
  nothingToSave: "Nothing changed.",
  fileType: "Choose a PDF, JPG or PNG file.",
  count: "Enter how many cards you counted.",
  codeForCount: "That's a barcode or batch ID. Enter how many cards you counted.",
  tooManyCards: "A batch holds up to 9,999 cards. Check the box counts.",
  changedSince: "This package has changed. Reload the page and check it.",
  asked: "Enter a note.",
  tooLong: (length: number) => `Use up to ${length.toLocaleString("en-US")} characters.`,
  noOrders: "Select at least one order.",
  unknownFilter: "Unknown filter. Nothing was exported.",
  tooManyOrders: "You can change up to 200 orders at once.",
  delayReason: "Enter a delay reason of 5 to 300 characters.",
  delayDate: "Enter a date after today.",
  delayWhole: "Enter both the reason and the new date.",
  email: "Please enter a valid email address",
} as const;

export const textSchema = (length: number) =>
  z.string().check(z.maxLength(length, staffMessages.tooLong(length)));

export const reasonSchema = (length: number) => textSchema(length).check(z.trim());

/** The order version that a form was opened with. Saving with an outdated version is a conflict. */
export const versionSchema = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647));

export const hasChanges = (value: object) => Object.values(value).some((field) => field !== undefined);
