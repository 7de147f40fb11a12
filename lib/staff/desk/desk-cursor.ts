import * as z from "zod/mini";
import { withQuery } from "@/lib/base/paths";
import { type Query, queryKey } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { uuidSchema } from "@/lib/base/uuid";

const schema = z.object({ package: queryKey(uuidSchema), order: queryKey(uuidSchema) });

/** Returns behind which rows the desk's two lists begin: a `package` without a batch, and an `order` whose package is set aside. */
export type DeskCursor = z.infer<typeof schema>;

/** Reads from the desk's address where its lists begin; nonsense in it is left out. */
export function readDeskCursor(query: Query): DeskCursor {
  return z.parse(schema, { package: query.packages_after, order: query.asides_after });
}

/** Returns the desk's address with its lists from there on. */
export function deskHref(place: DeskCursor): string {
  return withQuery(staffPaths.receive, { packages_after: place.package, asides_after: place.order });
}
