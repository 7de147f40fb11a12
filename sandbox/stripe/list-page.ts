import { invalidRequest, noSuch } from "./errors.ts";
import type { ObjectName, ObjectTypes } from "./object-types.ts";
import type { Condition, Store } from "./store.ts";

export interface PageParams {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

export interface ListPage<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

type Bound = "gt" | "gte" | "lt" | "lte";
const SQL_OF = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const satisfies Record<Bound, string>;

export function createdWithin(range: Partial<Record<Bound, number | undefined>> | undefined): Condition[] {
  const bounds = Object.keys(SQL_OF) as Bound[];
  return bounds.flatMap((bound) => {
    const at = range?.[bound];
    return at === undefined ? [] : [{ sql: `created ${SQL_OF[bound]} ?`, values: [at] }];
  });
}

/** Returns one page, newest first. Throws 400 for an unknown cursor. */
export function listPage<N extends ObjectName>(
  store: Store,
  name: N,
  url: string,
  page: PageParams,
  conditions: Condition[],
): ListPage<ObjectTypes[N]> {
  const { starting_after: after, ending_before: before, limit } = page;
  if (after !== undefined && before !== undefined)
    throw invalidRequest("You can only use one of starting_after and ending_before.", "starting_after");
  const cursor = after ?? before;
  const cursorParam = after === undefined ? "ending_before" : "starting_after";
  const position = cursor === undefined ? null : store.position(name, cursor);
  if (cursor !== undefined && position === null) throw noSuch(name, cursor, cursorParam, 400);
  const bound =
    position === null ? [] : [{ sql: after === undefined ? "seq > ?" : "seq < ?", values: [position] }];
  // Backward paging returns the page next to the cursor, still newest first.
  const order = before === undefined ? "newest" : "oldest";
  const found = store.select(name, [...conditions, ...bound], order, limit + 1);
  const data = found.slice(0, limit);
  return {
    object: "list",
    data: before === undefined ? data : data.reverse(),
    has_more: found.length > limit,
    url,
  };
}
