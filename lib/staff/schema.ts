import * as z from "zod/mini";

/** What the forms of the staff say. */
export const staffMessages = {
  nothingToSave: "Nothing was changed.",
  fileType: "Please choose a PDF, JPG or PNG file.",
  count: "Please enter how many cards you counted.",
  codeForCount: "This is a code, not a count. Please enter how many cards you counted.",
  tooManyCards: "A batch holds up to 9,999 cards. Please look at the counts of its boxes.",
  changedSince: "This package was changed since. Please reload the page and look at it.",
  asked: "Please say who was asked, and what.",
  tooLong: (length: number) => `This can hold up to ${length.toLocaleString("en-US")} characters.`,
  noOrders: "Please select at least one order.",
  unknownFilter: "The list of orders has no such filter, so nothing was exported.",
  tooManyOrders: "Up to 200 orders can be changed at once.",
  delayReason: "Please tell the customer why, in 5 to 300 characters.",
  delayDate: "Please give a date after today.",
  delayWhole: "Please give both: the reason and the new date.",
  email: "Please enter a valid email address",
} as const;

/** Makes the schema of a text of up to `length` characters. */
export const text = (length: number) => z.string().check(z.maxLength(length, staffMessages.tooLong(length)));

/** Makes the schema of a reason of up to `length` characters: space alone says nothing, a line's end neither. */
export const reason = (length: number) => text(length).check(z.trim());

/** Reads the version of an order that a form was opened with; a save of an older one than the stored is a conflict. */
export const version = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647));

/** Tells whether any field of a change is set. */
export const somethingIn = (value: object) => Object.values(value).some((field) => field !== undefined);
