import { aSessionId } from "../../sandbox/builders/ids";
import { type Paying, Proposals } from "../../sandbox/builders/proposals";
import { sessions } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

/* What a page of a proposal does to it as long as nobody has paid there. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

const { delayed, asyncFailed, expired } = sessions;

const paying = () => proposals.paying();
const standing = ({ proposal }: Pick<Paying, "proposal">) => proposals.standing(proposal);

describe("a page that is not the proposal's own", () => {
  test.each([
    ["failed", asyncFailed, "failed"],
    ["is on its way", delayed, "pending"],
    ["is over", expired, "canceled"],
  ])("and %s changes nothing", async (_, said, outcome) => {
    const about = await paying();
    const before = await standing(about);
    expect(await proposals.apply(about.proposal, aSessionId(), said)).toMatchObject({ outcome });
    expect(await standing(about)).toEqual(before);
  });

  test("and is over changes nothing, either, where none was opened", async () => {
    const { proposal } = await proposals.counted(12);
    const before = await standing({ proposal });
    await proposals.apply(proposal, aSessionId(), expired);
    expect(await standing({ proposal })).toEqual(before);
  });
});

describe("its own page", () => {
  const held = { reservation_expires_at: null, is_pending: false };

  test.each([
    ["is over", expired, "canceled"],
    ["has failed", asyncFailed, "failed"],
  ])("%s: the cards are free, and the time to decide goes on", async (_, said, outcome) => {
    const about = await paying();
    expect(await proposals.apply(about.proposal, about.session, said)).toMatchObject({ outcome });
    const after = await standing(about);
    expect(after).toMatchObject({ ...held, status: "accepted", chosen_option: "pay" });
    expect(after).toMatchObject({ next_look_at: about.proposal.deadline_at });
    expect(await proposals.apply(about.proposal, about.session, said)).toMatchObject({ outcome });
    expect(await standing(about)).toEqual(after);
  });

  test.each([
    ["is over", expired],
    ["has failed", asyncFailed],
  ])(
    "%s before it was tied to it: it is its own, and an old reading of it holds nothing",
    async (_, said) => {
      const { order, proposal } = await proposals.counted(12);
      await proposals.reserve(order, proposal);
      const session = aSessionId();
      await proposals.apply(proposal, session, said);
      expect(await proposals.one(proposal.id)).toMatchObject({ ...held, stripe_session_id: session });
      await proposals.apply(proposal, session, delayed);
      expect(await proposals.one(proposal.id)).toMatchObject(held);
    },
  );

  test("is on its way: it holds its cards, and nothing else is new where it was accepted", async () => {
    const about = await paying();
    const before = await standing(about);
    expect(await proposals.apply(about.proposal, about.session, delayed)).toMatchObject({
      outcome: "pending",
    });
    expect(await standing(about)).toEqual({
      ...before,
      is_pending: true,
      reservation_expires_at: null,
      next_look_at: expect.any(Date),
    });
  });

  test("was on its way and has failed: the cards are free, and it can be paid by another", async () => {
    const { order, proposal, session } = await paying();
    await proposals.apply(proposal, session, delayed);
    expect(await proposals.reserve(order, proposal)).toMatchObject({ outcome: "under_way" });
    await proposals.apply(proposal, session, asyncFailed);
    expect(await proposals.one(proposal.id)).toMatchObject({ ...held, next_look_at: proposal.deadline_at });
    expect(await proposals.reserve(order, proposal)).toMatchObject({ outcome: "reserved" });
  });

  test("that nobody wrote down is on its way: who pays has accepted, with an event, and is not asked by mail any more", async () => {
    const { order, proposal } = await proposals.counted(12);
    const { events } = await standing({ proposal });
    const session = aSessionId();
    await proposals.apply(proposal, session, delayed);
    expect(await standing({ proposal })).toMatchObject({
      ...{ status: "accepted", chosen_option: "pay", decided_at: expect.any(Date), is_pending: true },
      ...{ stripe_session_id: session, events: events + 1 },
    });
    const mails = await proposals.acts.mailsOf(order.id);
    expect(mails.map(({ kind }) => kind)).toEqual(["check_in_receipt"]);
  });
});
