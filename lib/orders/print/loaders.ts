import "server-only";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { loginFor } from "@/lib/auth/session/access";
import { guestCookie, guestKeyOf } from "@/lib/auth/session/guest-cookie";
import { loadPerson } from "@/lib/auth/session/loaders";
import { env } from "@/lib/base/env";
import { getGuestOrderToPrint, getLinkedOrderToPrint, getOrderToPrint } from "@/lib/orders/data";
import type { PrintedOrder } from "@/lib/orders/order";
import { isValidPrintLink } from "@/lib/orders/print/print-link";
import { orderIdSchema } from "@/lib/orders/schema";

/**
 * Reads the paid order whose label or slip this visitor may print: with the signed link of a mail, as its owner or
 * staff by session, or as the guest whose browser placed it. Null for everybody else, for an unpaid order and for an
 * id that is none; a visitor who has shown nothing is sent to /login with the way back to `path`.
 */
export async function loadOrderToPrint(
  path: string,
  orderId: string,
  link: string | undefined,
): Promise<PrintedOrder | null> {
  if (!orderIdSchema.safeParse(orderId).success) return null;
  const order = link && isValidPrintLink(orderId, link) ? await getLinkedOrderToPrint(orderId) : null;
  const found = order ?? (await loadOwnOrder(orderId));
  if (found === "anonymous") return link ? null : redirect(loginFor(new URL(path, env().APP_URL)));
  return found?.payment_status === "paid" ? found : null;
}

/**
 * Tells whether this visitor may print the label of an order by who they are: its owner or staff by session, or the guest
 * whose browser placed it. The tracking link of an order is no proof of that.
 */
export async function mayPrint(orderId: string): Promise<boolean> {
  const found = await loadOwnOrder(orderId);
  return found !== null && found !== "anonymous" && found.payment_status === "paid";
}

async function loadOwnOrder(orderId: string): Promise<PrintedOrder | "anonymous" | null> {
  const [person, store] = await Promise.all([loadPerson(), cookies()]);
  const own = person && (await getOrderToPrint(person.accessToken, orderId));
  if (own) return own;
  const guestKey = guestKeyOf(store.get(guestCookie().name)?.value);
  const guests = guestKey && (await getGuestOrderToPrint(orderId, guestKey));
  return guests || (person ? null : "anonymous");
}
