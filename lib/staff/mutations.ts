import "server-only";
import type { z } from "zod";
import { refusalTexts } from "@/lib/staff/refusal-texts";
import { type Arguments, call, type FunctionName, type RefusalTexts } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

type StaffWrite = Extract<FunctionName, `staff_${string}`>;

/**
 * Calls a writing function (`staff_…`) for a member of staff (`p_actor`) whose session was checked, with the server's key:
 * browsers can't call these functions. All staff writes go this way. Throws as `call` does, and 403 when the database, which
 * checks the member's role again, refuses.
 */
export async function writeAsStaff<Name extends StaffWrite, Schema extends z.core.$ZodType>(
  name: Name,
  args: Arguments<Name>,
  schema: Schema,
  texts: RefusalTexts = {},
): Promise<z.output<Schema>> {
  return call(serviceClient(), name, args, schema, {
    refusal: "not_allowed",
    texts: { ...refusalTexts, ...texts },
    withFacts: true,
  });
}
