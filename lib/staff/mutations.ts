import "server-only";
import type { z } from "zod";
import { refusalTexts } from "@/lib/staff/refusal-texts";
import { type Arguments, call, type FunctionName, type RefusalTexts } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

type StaffWrite = Extract<FunctionName, `staff_${string}`>;

/**
 * Calls a writing function (`staff_…`) in the name of a member of staff (`p_actor`) whose session was checked: the
 * functions are closed to browsers, so the server's own key calls them. Throws as `call` does, every refusal among it; 403
 * when the database, which looks the member and their role up again, refuses. All staff writes go this way.
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
