import "server-only";
import type { z } from "zod";
import { missingRightOf, missingRightWords } from "@/lib/auth/staff-right";
import { AppError } from "@/lib/base/errors";
import { type Arguments, call, type FunctionName } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

type StaffWrite = Extract<FunctionName, `staff_${string}`>;

/**
 * Calls a writing function (`staff_…`) in the name of a member of staff (`p_actor`) whose session was checked: the
 * functions are closed to browsers, so the server's own key calls them. Throws as `call` does; 403 when the database,
 * which looks the member and their rights up again, refuses. All writes of this room go this way.
 */
export async function writeAsStaff<Name extends StaffWrite, Schema extends z.core.$ZodType>(
  name: Name,
  args: Arguments<Name>,
  schema: Schema,
): Promise<z.output<Schema>> {
  try {
    return await call(serviceClient(), name, args, schema, { refusal: "not_allowed" });
  } catch (error) {
    const right =
      error instanceof AppError && error.cause instanceof Error && missingRightOf(error.cause.message);
    if (right) throw new AppError("not_allowed", { text: missingRightWords(right, null), cause: error });
    throw error;
  }
}
