import "server-only";
import * as z from "zod/mini";
import type { $ZodType, output } from "zod/v4/core";
import { changedByText } from "@/lib/base/time-ago";
import { uuidSchema } from "@/lib/base/uuid";
import { displayBatchId } from "@/lib/orders/batch-id";
import { nullableText } from "@/lib/orders/order";
import { actorText } from "@/lib/staff/labels";
import { staffMessages } from "@/lib/staff/schema";
import { undoResultSchema } from "@/lib/staff/staff-action";
import { conflictSchema } from "@/lib/staff/staff-order";
import { type Arguments, call, type Facts, type FunctionName, type RefusalTexts } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

type StaffWrite = Extract<FunctionName, `staff_${string}`>;

/**
 * Calls a writing function (`staff_…`) for a staff member (`actor`) whose session was checked. Uses the server's key,
 * since browsers can't call these functions. Throws as `call` does, and 403 if the database's own role check fails.
 */
export async function writeAsStaff<Name extends StaffWrite, Schema extends $ZodType>(
  name: Name,
  args: Arguments<Name>,
  schema: Schema,
  texts: RefusalTexts = {},
): Promise<output<Schema>> {
  return call(serviceClient(), name, args, schema, {
    refusal: "not_allowed",
    texts: { ...refusalTexts, ...texts },
    withFacts: true,
  });
}

const changeSchema = z.object({ changed_by_email: nullableText, changed_at: nullableText });
const differenceSchema = z.object({
  told: z.enum(["declared", "back"]),
  cards: z.number(),
  expected: z.number(),
});
const ordersSchema = z.array(
  z.object({ id: z.string(), batch_id: nullableText, inbound_tracking: nullableText }),
);

/** Error texts that contain names, batches or counts. All others are in `error-codes.ts`. */
export const refusalTexts: RefusalTexts = {
  order_changed: ({ changes }) => {
    const last = z.parse(conflictSchema.shape.changes, changes).at(-1);
    if (!last) return undefined;
    const who = changedByText(actorText(last), last.occurred_at, new Date());
    return `${who}. Check the changes, then save again.`;
  },
  shipment_changed: ({ shipment }) => changedText(shipment),
  package_changed: ({ package: row }) => changedText(row),
  invalid_input: ({ counted }) => (counted === undefined ? undefined : staffMessages.tooManyCards),
  cards_differ: (facts) => {
    const { told, cards, expected } = z.parse(differenceSchema, facts);
    const [figure, other] = [cards, expected].map((count) => count.toLocaleString("en-US"));
    return told === "declared"
      ? `You declared ${figure}, but we counted ${other}`
      : `${figure} came back, but we declared ${other}`;
  },
  code_ambiguous: ({ orders }) => ambiguousText(z.parse(ordersSchema, orders)),
};

/** Returns who last changed a package or shipment and how long ago. Undefined if no one did. */
function changedText(changed: Facts[string]): string | undefined {
  const { changed_by_email: who, changed_at: at } = z.parse(changeSchema, changed);
  if (at === null) return undefined;
  return `${changedByText(who ?? "Staff", at, new Date())}. Check the changes, then try again.`;
}

/** Returns why a code shared by several batches adds none of them: it is their tracking number or a short ID. */
function ambiguousText(orders: z.infer<typeof ordersSchema>): string {
  const number = orders[0]?.inbound_tracking;
  if (!number || orders.some((order) => order.inbound_tracking !== number)) {
    return "Several batches have this ID. Pick one from the list.";
  }
  const names = orders.map(displayBatchId).join(", ");
  return `${names} share the tracking number ${number}. Scan the batch ID instead.`;
}

export const actionParamsSchema = z.object({ id: uuidSchema });

/** The body of POST /api/admin/staff-actions/[id]/undo. Without `order_id`, the action is undone on all its orders. */
export const undoSchema = z.object({ order_id: z.optional(uuidSchema) });

/**
 * Undoes a staff action (staff_undo) and deletes its unsent emails. Returns a result per order. Orders that changed
 * since then stay as they are, and so do all orders after ten minutes. Returns no results for an unknown action.
 */
export async function undoAction(actor: string, actionId: string, body: z.infer<typeof undoSchema>) {
  const schema = z.object({ results: z.array(undoResultSchema) });
  return (await writeAsStaff("staff_undo", { ...body, actor, action_id: actionId }, schema)).results;
}
