import * as z from "zod/mini";
import { MAX_PACKAGES } from "@/lib/orders/print/print";

/** Reads the query of the print pages; what is malformed counts as absent: 4×6 inches, one package, no link. */
export const printQuerySchema = z.object({
  size: z.catch(z.enum(["4x6", "letter", "a4"]), "4x6"),
  packages: z.catch(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PACKAGES)), 1),
  /** The one package whose label is printed; without it all of them are. */
  only: z.catch(z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PACKAGES))), undefined),
  /** The signature of a mail's link. */
  link: z.catch(z.optional(z.string().check(z.regex(/^[\w.-]{1,100}$/))), undefined),
  /** The token of a tracking link, which opens the custody receipt, and the label of a rest that is awaited. */
  track: z.catch(z.optional(z.string().check(z.regex(/^[\w-]{43}$/))), undefined),
});
/** What the address of a print page asks for. */
export type PrintQuery = z.infer<typeof printQuerySchema>;
