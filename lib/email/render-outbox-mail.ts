import "server-only";
import * as z from "zod/mini";
import { getOrderForEmail } from "@/lib/email/data";
import type { Mail } from "@/lib/email/mail";
import { renderOrderConfirmation } from "@/lib/email/render-order-confirmation";
import { env } from "@/lib/env";

const aboutOrder = z.object({ order_id: z.uuid() });

/** One entry for each kind of mail that the database writes to the outbox. */
const kinds = new Map<string, (payload: unknown) => Promise<Mail>>([
  [
    "order_confirmation",
    async (payload) => {
      const found = await getOrderForEmail(aboutOrder.parse(payload).order_id);
      if (!found) throw new Error("the order is gone");
      const { APP_URL, RECEIPT_ORIGIN } = env();
      return renderOrderConfirmation(found, { appUrl: APP_URL, receiptOrigin: RECEIPT_ORIGIN });
    },
  ],
]);

/** The mail that an outbox row asks for, from what the database knows now. Throws when there is none to write. */
export async function renderOutboxMail(row: { kind: string; payload: unknown }): Promise<Mail> {
  const render = kinds.get(row.kind);
  if (!render) throw new Error(`no mail of kind ${row.kind}`);
  return render(row.payload);
}
