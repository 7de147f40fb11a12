import type Stripe from "stripe";
import { disputeLabel } from "@/lib/staff/labels";
import { attentionWords } from "@/lib/staff/orders/order-attention";
import { aStaffOrder } from "../../sandbox/builders/order";
import { addOrder } from "../../sandbox/builders/rows";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();

/** All that the pinned version of the payment service's API says a dispute can be, and whether somebody waits for its end. */
const IS_OPEN: Record<Stripe.Dispute.Status, boolean> = {
  warning_needs_response: true,
  warning_under_review: true,
  warning_closed: false,
  needs_response: true,
  under_review: true,
  appeal_needs_response: true,
  appeal_under_review: true,
  won: false,
  lost: false,
  prevented: false,
};

test.each(Object.entries(IS_OPEN))(
  "a dispute that is %s is open: %s; the database and the screens say alike",
  async (status, isOpen) => {
    const { id } = await addOrder(sql, { dispute_status: status });
    const [row] =
      await sql`select private.is_open_dispute(${status}) as is_open, needs_attention, has_new_alarm
    from order_admin where order_id = ${id}`;
    expect(row).toEqual({ is_open: isOpen, needs_attention: isOpen, has_new_alarm: isOpen });
    expect(attentionWords(aStaffOrder({ dispute_status: status }))).toEqual(
      isOpen ? ["Payment disputed"] : [],
    );
    expect(disputeLabel(status).isOver).toBe(!isOpen);
  },
);
