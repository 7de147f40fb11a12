import "server-only";
import type { z } from "zod";
import { type Arguments, call, type FunctionName } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";

type StaffRead = Extract<FunctionName, `staff_${string}`>;

/**
 * Calls a reading function (`staff_…`) with the caller's token, so that the database checks access. Throws as `call`
 * does, and 403 without access.
 */
export async function readAsStaff<Name extends StaffRead, Schema extends z.core.$ZodType>(
  accessToken: string,
  name: Name,
  args: Arguments<Name>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return call(personClient(accessToken), name, args, schema, { refusal: "staff_eyes_only" });
}
