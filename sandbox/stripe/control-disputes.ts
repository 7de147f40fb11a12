import type { Hono } from "hono";
import { z } from "zod";
import { readJson } from "./read-json.ts";
import { closeDispute, openDispute } from "./resources/disputes.ts";
import { namedCharge } from "./resources/refunds.ts";
import type { Sandbox } from "./sandbox.ts";

const newDispute = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  reason: z.string().default("fraudulent"),
});
const outcome = z.strictObject({ outcome: z.enum(["won", "lost"]) });

/** Opens and closes disputes, which only a cardholder's bank can do. */
export function disputeControl(sandbox: Sandbox, control: Hono): void {
  const { store } = sandbox;
  control.post("/disputes", async (c) => {
    const { reason, ...named } = await readJson(c, newDispute);
    const charge = namedCharge(sandbox, named);
    if (charge.disputed || !charge.paid) return c.json({ error: "No such undisputed paid charge" }, 409);
    return c.json(
      store.transaction(() => openDispute(sandbox, charge, reason)),
      201,
    );
  });
  control.post("/disputes/:id/close", async (c) => {
    const { outcome: status } = await readJson(c, outcome);
    const dispute = store.get("dispute", c.req.param("id"));
    if (!dispute || ["won", "lost"].includes(dispute.status))
      return c.json({ error: "No such open dispute" }, 409);
    return c.json(store.transaction(() => closeDispute(sandbox, dispute, status)));
  });
}
