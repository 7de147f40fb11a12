// SQL decides whether a profile is complete: the column is_complete in people.sql.

import * as z from "zod/mini";

/** Reads a row of profiles. The database computes `is_complete`: whether we can ship to this address. */
export const profileRowSchema = z.object({
  user_id: z.string(),
  full_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address_line1: z.nullable(z.string()),
  address_line2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  country: z.string(),
  is_complete: z.boolean(),
  updated_at: z.string(),
});
/** A person's name and return address. Null fields haven't been entered yet. */
export type Profile = z.infer<typeof profileRowSchema>;

/** Creates the profile of an account that hasn't saved one: incomplete, with the form's default country. */
export function emptyProfile(userId: string): Profile {
  return {
    user_id: userId,
    full_name: null,
    phone: null,
    address_line1: null,
    address_line2: null,
    city: null,
    state: null,
    postal_code: null,
    country: "US",
    is_complete: false,
    updated_at: new Date(0).toISOString(),
  };
}
