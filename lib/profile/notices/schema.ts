import * as z from "zod/mini";

/** Whether an address gets optional emails: the body and the response of both endpoints. */
export const optionalEmailsSchema = z.object({ wanted: z.boolean() });
