import { randomBytes } from "node:crypto";
import { renderOutboxMail } from "@/lib/email/render-outbox-mail";
import { addOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();

test.each(["order_confirmation", "check_in_receipt", "order_returned"])(
  "%s of an imported order, whose id is a UUID of no version",
  async (kind) => {
    const id = `00000000-0000-0000-0000-${randomBytes(6).toString("hex")}`;
    await addOrder(sql, {
      id,
      guest_email: "jane@example.test",
      received_at: new Date(),
      received_count: 10,
      ...(kind === "order_returned" ? { submission_status: "completed", tracking_number: "1Z1" } : {}),
    });
    const mail = await renderOutboxMail({ kind, payload: { order_id: id, told_before: null } });
    expect(mail.to).toMatchObject({ address: "jane@example.test" });
  },
);
