import { randomUUID } from "node:crypto";
import { aSessionId } from "../../sandbox/builders/ids";
import { addException } from "../../sandbox/builders/rows";
import type { Transaction } from "../../sandbox/builders/test-database";

/** What keeps an order that came to nothing from being deleted, and how it is made to hang on one. */
export const ORDER_DEPENDENTS: [string, (tx: Transaction, order: { id: string }) => Promise<unknown>][] = [
  ["a package", (tx, { id }) => tx`insert into packages (order_id, matched_at) values (${id}, now())`],
  [
    "an entry of staff",
    (tx, { id }) => tx`insert into order_admin (order_id, internal_notes) values (${id}, 'x')`,
  ],
  [
    "a note",
    (tx, { id }) => tx`insert into order_notes (order_id, body, author_id)
      values (${id}, 'x', ${randomUUID()})`,
  ],
  [
    "a refund",
    (tx, { id }) =>
      tx`insert into refund_requests (id, order_id, amount_cents, reason) values (${randomUUID()}, ${id}, 100, 'why')`,
  ],
  [
    "a photograph",
    (tx, { id }) => tx`insert into order_photos (order_id, kind, path, public, stored_at)
      values (${id}, 'package', ${randomUUID()}, true, now())`,
  ],
  ["a payment", (tx, { id }) => addException(tx, { order_id: id })],
  [
    "a debit",
    (tx, { id }) => tx`insert into awaited_debits values (${aSessionId()}, ${id}, now() + interval '2 days')`,
  ],
  [
    "a question about its cards",
    (
      tx,
      { id },
    ) => tx`insert into order_adjustments (order_id, kind, qty, unit_cents, amount_cents, deadline_at)
      values (${id}, 'extra', 1, 2500, 2500, now())`,
  ],
  [
    "a problem",
    (tx, { id }) =>
      tx`insert into order_messages (order_id, author, kind, body) values (${id}, 'customer', 'problem', 'Cracked.')`,
  ],
];
