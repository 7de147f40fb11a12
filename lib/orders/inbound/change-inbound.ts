import "server-only";
import { AppError } from "@/lib/base/errors";
import { sayDelivered, sayShipped, unsayShipped } from "@/lib/orders/inbound/mutations";
import type { InboundChange } from "@/lib/orders/inbound/schema";
import { readTrackingNumber } from "@/lib/orders/shipping/tracking-number";
import type { Decider } from "@/lib/orders/tracking/decider";

const BAD_DATES = {
  shipped_on: "Choose the day on which it left: not before the payment, and not to come.",
  delivered_on: "Choose the day on which it was delivered: not before it left, and not to come.",
};

/**
 * Notes what a customer says of the way to us. Saying the same again changes nothing. Throws AppError when the package is here,
 * the batch is canceled or not paid, the day cannot be, or the order is not theirs (404).
 */
export async function changeInbound(
  orderId: string,
  decider: Decider,
  change: InboundChange,
): Promise<{ outcome: "noted" | "unchanged" }> {
  const outcome = await noteChange(orderId, decider, change);
  switch (outcome) {
    case "noted":
    case "unchanged":
      return { outcome };
    case "bad_date": {
      const field = change.action === "shipped" ? "shipped_on" : "delivered_on";
      throw new AppError("inbound_bad_date", {
        text: BAD_DATES[field],
        fields: { [field]: BAD_DATES[field] },
      });
    }
    case "not_shipped":
      throw new AppError("inbound_not_shipped");
    case "arrived":
      throw new AppError("inbound_arrived");
    case "canceled":
      throw new AppError("inbound_canceled");
    case "not_paid":
      throw new AppError("inbound_not_paid");
    case "canceling":
      throw new AppError("inbound_canceling");
    case "not_found":
      throw new AppError("not_found");
  }
}

async function noteChange(orderId: string, decider: Decider, change: InboundChange) {
  switch (change.action) {
    case "shipped": {
      const read = readTrackingNumber(change.number);
      const number = "problem" in read ? null : read.number;
      return sayShipped(orderId, decider, { carrier: change.carrier, number, day: change.shipped_on });
    }
    case "delivered":
      return sayDelivered(orderId, decider, change.delivered_on);
    case "not_delivered":
      return sayDelivered(orderId, decider, null);
    case "not_shipped":
      return unsayShipped(orderId, decider);
  }
}
