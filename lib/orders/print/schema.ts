import * as z from "zod/mini";
import { MAX_PACKAGES } from "@/lib/orders/print/print";

/** Query of the print pages. Malformed values get the defaults: Letter, which most homes have, and one package. */
export const printQuerySchema = z.object({
  size: z.catch(z.enum(["4x6", "letter", "a4"]), "letter"),
  packages: z.catch(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PACKAGES)), 1),
  /** Prints the packing slip after the label. */
  with: z.catch(z.optional(z.literal("slip")), undefined),
  /** Prints the label of this package only. */
  only: z.catch(z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PACKAGES))), undefined),
  /** The signature of an email's link. */
  link: z.catch(z.optional(z.string().check(z.regex(/^[\w.-]{1,100}$/))), undefined),
  /** A tracking link's token. Opens the custody receipt and the labels for what still has to be shipped. */
  track: z.catch(z.optional(z.string().check(z.regex(/^[\w-]{43}$/))), undefined),
});
export type PrintQuery = z.infer<typeof printQuerySchema>;
