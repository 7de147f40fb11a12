import { randomBytes } from "node:crypto";
import { renderOutboxMail } from "@/lib/email/render-outbox-mail";
import { trackingHashOf, trackingToken } from "@/lib/orders/tracking/tracking-link";
import { addToSentShipment } from "@/sandbox/builders/grader-shipment";
import { addOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
process.env.GRADER_LOOKUP_URL = "PSA=https://psa.example/{number}; BGS=https://bgs.example/{number}";

test.each(["order_confirmation", "check_in_receipt"])(
  "renders %s for an imported order whose UUID has no version",
  async (kind) => {
    const id = `00000000-0000-0000-0000-${randomBytes(6).toString("hex")}`;
    await addOrder(sql, {
      id,
      guest_email: "jane@example.test",
      received_at: new Date(),
      received_count: 10,
    });
    const mail = await renderOutboxMail({ kind, payload: { order_id: id, told_before: null, expected: 10 } });
    expect(mail.to).toMatchObject({ address: "jane@example.test" });
  },
);

describe("the email with a tracking link", () => {
  const render = async (link: { generation?: number; revoked_at?: Date }, isOver = false) => {
    const { id } = await addOrder(sql, { guest_email: "jane@example.test" });
    const generation = link.generation ?? 1;
    await sql`insert into tracking_links ${sql({ order_id: id, token_hash: trackingHashOf(id, generation), ...link })}`;
    const payload = { order_id: id, is_over: isOver };
    return { id, mail: await renderOutboxMail({ kind: "tracking_link", payload }) };
  };

  test("has the current link, even after renewal", async () => {
    for (const generation of [1, 3]) {
      const { id, mail } = await render({ generation });
      expect(mail.to.address).toBe("jane@example.test");
      expect(mail.text).toContain(`/track/${trackingToken(id, generation)}`);
    }
  });

  test("has no link when it was turned off or has expired", async () => {
    for (const { mail } of [await render({ revoked_at: new Date() }), await render({}, true)]) {
      expect(mail.subject).toMatch(/^Your tracking link (has expired|is turned off)/);
      expect(mail.html).not.toContain("/track/");
    }
  });
});

test.each([
  ["BGS", "https://bgs.example/S-1"],
  ["SGC", null],
])("links a batch sent to %s to the lookup %s", async (grader, address) => {
  const { id } = await addOrder(sql, {
    guest_email: "jane@example.test",
    submission_status: "graded",
    grading_submission_number: "S-1",
  });
  await addToSentShipment(sql, id, grader, "S-1");
  const { text } = await renderOutboxMail({ kind: "order_graded", payload: { order_id: id } });
  expect(text).toContain("S-1");
  expect(text.match(/https:\/\/\w+\.example\/\S+/g)).toEqual(address && [address]);
});
