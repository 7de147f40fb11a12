import { addOrder, eventsOf, type StaffMember, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { updateAsStaff } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

describe("without a reason nobody", () => {
  test.each<[string, Parameters<typeof addOrder>[1], Record<string, unknown>, string | null]>([
    [
      "takes a batch back a step",
      { submission_status: "shipped" },
      { submission_status: "received" },
      "goes_back",
    ],
    [
      "takes it back by the coarse status",
      { submission_status: "grading" },
      { fulfillment_status: "not_received" },
      "goes_back",
    ],
    [
      "sends one to the grader that is not paid",
      { payment_status: "unpaid", submission_status: "received" },
      { submission_status: "shipped" },
      "not_paid",
    ],
    [
      "sends one home that is not paid",
      { payment_status: "failed", submission_status: "graded" },
      { fulfillment_status: "complete" },
      "not_paid",
    ],
    [
      "sends one home that the grader has not had",
      { submission_status: "received", tracking_number: "1Z8" },
      { submission_status: "completed" },
      "not_sent",
    ],
    [
      "sends one to the grader whose payment is disputed",
      { submission_status: "received", dispute_status: "needs_response" },
      { submission_status: "shipped" },
      "disputed",
    ],
    [
      "sends one to the grader whose payment was lost to a dispute, which nobody has reviewed",
      { submission_status: "received", dispute_status: "lost", review_reason: "dispute_lost" },
      { submission_status: "shipped" },
      "disputed",
    ],
  ])("%s", async (_, columns, changes, oddity) => {
    const order = await addOrder(sql, { fulfillment_status: "grading", received_at: new Date(), ...columns });
    const refused = await updateAsStaff(member, order, changes);
    expect(refused).toMatchObject({ outcome: "reason_required", oddities: expect.arrayContaining([oddity]) });
    expect(await updateAsStaff(member, order, changes, " ")).toMatchObject({ outcome: "reason_required" });
    expect(await storedOrder(sql, order.id)).toMatchObject({ version: order.version });
    expect(await updateAsStaff(member, order, changes, "As agreed")).toMatchObject({ outcome: "updated" });
    expect(await eventsOf(sql, order.id)).toContainEqual(
      expect.objectContaining({ type: "reason", message: "As agreed", public: false }),
    );
  });

  test("but what is on its way may go on: to the next step, and while it is here unpaid", async () => {
    const order = await addOrder(sql, { payment_status: "unpaid", received_at: new Date() });
    const received = await updateAsStaff(member, order, { submission_status: "received" });
    expect(received).toMatchObject({ outcome: "updated" });
    expect(await updateAsStaff(member, received.order, { submission_status: "processing" })).toMatchObject({
      outcome: "updated",
    });
  });
});
