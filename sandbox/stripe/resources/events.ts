import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { invalidRequest } from "../errors.ts";
import { createdWithin, listPage } from "../list-page.ts";
import { boolean, createdFilter, listOf, pagination, text } from "../params.ts";
import { type Condition, fieldIs } from "../store.ts";

const PATH = "/v1/events";
const MAX_TYPES = 20;

const listParams = z.strictObject({
  ...pagination,
  ...createdFilter,
  delivery_success: boolean.optional(),
  type: text().optional(),
  types: listOf(text()).optional(),
});

/** Type names may hold `*`, as in `checkout.session.*`. */
function typeIs(types: string[] | undefined): Condition[] {
  if (types === undefined) return [];
  const sql = types.map(() => "json_extract(body, '$.type') glob ?").join(" or ");
  return [{ sql: `(${sql})`, values: types.map((type) => type.replace(/[[\]?]/g, "")) }];
}

function deliverySuccessIs(wanted: boolean | undefined): Condition[] {
  if (wanted === undefined) return [];
  const open =
    "exists (select 1 from deliveries where event = objects.id and copy = 0 and state <> 'delivered')";
  return [{ sql: wanted ? `not ${open}` : open, values: [] }];
}

export const EVENT_ROUTES = [
  defineRoute("GET", PATH, listParams, (sandbox, params) => {
    if (params.type !== undefined && params.types !== undefined)
      throw invalidRequest("You may only specify one of these parameters: type, types.", "type");
    if (params.types && params.types.length > MAX_TYPES)
      throw invalidRequest(`You may pass up to ${MAX_TYPES} types.`, "types");
    const page = listPage(sandbox.store, "event", PATH, params, [
      ...createdWithin(params.created),
      ...fieldIs("type", params.type?.includes("*") ? undefined : params.type),
      ...typeIs(params.type?.includes("*") ? [params.type] : params.types),
      ...deliverySuccessIs(params.delivery_success),
    ]);
    return { ...page, data: page.data.map((event) => sandbox.events.present(event)) };
  }),
];
