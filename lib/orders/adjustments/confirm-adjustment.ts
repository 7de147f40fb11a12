import "server-only";
import { AppError } from "@/lib/base/errors";
import { findDecidableAdjustment } from "@/lib/orders/adjustments/data";
import { fulfilAdjustment } from "@/lib/orders/adjustments/fulfil-adjustment";
import type { Decider } from "@/lib/orders/tracking/decider";
import { readSession } from "@/lib/stripe/sessions";

/**
 * Finds out for whoever comes back from a payment page what became of it, and books it: paid, on its way (`pending`), or
 * neither (`open`). Throws 404 for who may not decide, 503 when the payment service or the database cannot be asked.
 */
export async function confirmAdjustment(
  id: string,
  decider: Decider,
): Promise<{ status: "paid" | "pending" | "open" }> {
  const adjustment = await findDecidableAdjustment(id, decider);
  if (!adjustment) throw new AppError("not_found");
  if (adjustment.paid_cents !== null) return { status: "paid" };
  const session = adjustment.stripe_session_id ? await readSession(adjustment.stripe_session_id) : null;
  const outcome = session ? (await fulfilAdjustment(session))?.outcome : undefined;
  if (outcome === "fulfilled" || outcome === "duplicate") return { status: "paid" };
  return { status: outcome === "pending" ? "pending" : "open" };
}
