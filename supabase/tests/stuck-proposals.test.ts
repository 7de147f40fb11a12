import { addOrder, addStuckRefund } from "../../sandbox/builders/rows";
import { connect, type Transaction } from "../../sandbox/builders/test-database";
import { alone, claim, mails } from "./stuck-work";

/* Proposals of which nothing comes: how often the job looks at them, and that staff are told. */

const sql = connect();

describe("proposals", () => {
  const BEGAN = Date.parse("2031-05-10T00:00:00Z");
  const at = (minutes: number) => new Date(BEGAN + minutes * 60_000);
  const add = async (tx: Transaction, columns: Record<string, unknown>) => {
    const order = await addOrder(tx);
    const row = { order_id: order.id, kind: "extra", qty: 1, unit_cents: 500, amount_cents: 500, ...columns };
    const [added] =
      await tx`insert into order_adjustments ${tx({ ...row, deadline_at: at(0) } as never)} returning id`;
    return { order, id: String(added?.id) };
  };
  const look = async (tx: Transaction, minutes: number) => {
    const [row] = await tx`select public.claim_due_adjustments(100, ${at(minutes)}) as due`;
    return row?.due.map(({ id }: { id: string }) => id);
  };

  test(
    "of which nothing comes are looked at ever more rarely, and told once after four hours",
    alone(sql, async (tx) => {
      const { order, id } = await add(tx, { next_look_at: at(0) });
      const looks = [0, 15, 45, 105, 225, 465, 945, 1425];
      for (const [nth, minutes] of looks.entries()) {
        if (nth > 0) expect(await look(tx, minutes - 1)).toEqual([]);
        expect(await look(tx, minutes)).toEqual([id]);
        const item = { name: order.batch_id, about: "extra, $5.00", id };
        expect(await claim(tx, minutes)).toEqual(minutes === 225 ? { proposals: [item] } : {});
      }
      expect(await mails(tx)).toHaveLength(1);
    }),
  );

  test(
    "of which something came begin anew, and are told again when they stop again",
    alone(sql, async (tx) => {
      const { id } = await add(tx, {
        next_look_at: at(300),
        own_look_at: at(300),
        vain_looks: 4,
        told_at: at(0),
      });
      expect(await claim(tx, 300)).toEqual({});
      await tx`update order_adjustments set next_look_at = ${at(310)} where id = ${id}`;
      expect(await look(tx, 310)).toEqual([id]);
      expect(await look(tx, 325)).toEqual([id]);
      for (const minutes of [355, 415]) expect(await look(tx, minutes)).toEqual([id]);
      expect(await claim(tx, 415)).toEqual({});
      expect(await look(tx, 535)).toEqual([id]);
      expect((await claim(tx, 535)).proposals).toHaveLength(1);
    }),
  );

  test(
    "whose money is owed for an hour are told once, also where it is not paid by card",
    alone(sql, async (tx) => {
      const owed = { kind: "short", amount_cents: -500, status: "accepted", chosen_option: "refund" };
      const { order } = await add(tx, { ...owed, decided_at: at(0) });
      await add(tx, { ...owed, status: "refunded", decided_at: at(0) });
      expect(await claim(tx, 60)).toEqual({});
      expect((await claim(tx, 61)).proposals).toMatchObject([
        { name: order.batch_id, about: "short, $5.00" },
      ]);
      expect(await claim(tx, 121)).toEqual({});
    }),
  );

  test(
    "whose refund does not end are told as proposals alone",
    alone(sql, async (tx) => {
      const { order, id } = await add(tx, { kind: "short", amount_cents: -500 });
      const request = await addStuckRefund(tx, order.id);
      expect((await claim(tx)).refunds).toHaveLength(1);
      await tx`update refund_requests set id = ${id}, told_attempt = null where id = ${request}`;
      expect(await claim(tx, 60)).toEqual({});
    }),
  );
});
