import type { Tables } from "@/lib/supabase/database.types";

/** A row of profiles; `is_complete` tells whether a package can be sent there. */
export type Profile = Tables<"profiles">;
