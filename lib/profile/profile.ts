// A person's profile. SQL decides when it's complete: the column is_complete in people.sql.

import * as z from "zod/mini";

/** Reads a row of profiles. The database computes `is_complete`: a package can be sent there. */
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
/** A person's name and return address. Null: not given yet. */
export type Profile = z.infer<typeof profileRowSchema>;

/** Creates the profile of an account that has saved none yet: incomplete, in the country the form starts with. */
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
