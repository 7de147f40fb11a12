import { aParcel } from "../../sandbox/builders/desk-day";
import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

/* What a code that is scanned into a group names. */

const sql = connect();

test("a carrier's number that is of several batches puts none in, and names them", async () => {
  const inbound_tracking = aParcel(Date.now() % 1e9);
  const orders = [await addReceived(sql, { inbound_tracking }), await addReceived(sql, { inbound_tracking })];
  const group = await GroupActs.begin(await StaffActs.begin(sql));
  expect(await group.scan(inbound_tracking)).toEqual({
    outcome: "ambiguous_code",
    orders: orders
      .map(({ id, batch_id }) => ({ id, batch_id, inbound_tracking }))
      .sort((one, other) => one.id.localeCompare(other.id)),
  });
});
