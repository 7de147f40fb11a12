import * as z from "zod/mini";
import { sixDigits } from "@/lib/auth/schema";
import { addressFields, postalCodeFits } from "@/lib/profile/schema";

/**
 * Body of POST /api/orders/[id]/return-address: the new address and, once the cards are here, the account's password
 * (with its authenticator code, if it has one). An account without a password sends the emailed code instead.
 */
export const changeAddressSchema = z
  .object({
    ...addressFields,
    currentPassword: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
    code: z.optional(sixDigits),
    emailedCode: z.optional(sixDigits),
  })
  .check(postalCodeFits);
export type AddressChange = z.infer<typeof changeAddressSchema>;

export const disputeAddressSchema = z.object({ link: z.string().check(z.maxLength(200)) });
