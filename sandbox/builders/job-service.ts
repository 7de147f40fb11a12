type Args = Record<string, unknown>;
type Answer = { data: never; error: unknown };

/** What the job is told in place of the truth: when things are due, and whether an order waits for its page. */
type Told = { due: string; isWaiting?: boolean };

/** Names the functions of lists and purges that go by a time. */
export const DUE = /^(list_(expired|memberships|unprocessed|stuck|due|stray|late)|claim_due_|purge_|queue_)/;

/**
 * The server's client of the database for a test of the reconcile job, which mocks it by this: the lists of what is due are
 * asked as of a time of the tests' own, long ago, and of the unfinished deliveries those of that time are taken, so that
 * the job finds nothing that other tests have put there. Other tests' orders wait for their pages all the time, so whether
 * one does is told, too; where none does, no payment is under way, either.
 */
export function jobService(told: () => Told) {
  const { serviceClient } = jest.requireActual("@/lib/supabase/service");
  const rpc = async (name: string, args: Args): Promise<Answer> => {
    const { due, isWaiting } = told();
    const answer = await serviceClient().rpc(name, DUE.test(name) ? { ...args, p_now: due } : args);
    if (name === "get_job_progress" && isWaiting !== undefined)
      return { ...answer, data: { ...answer.data, is_waiting: isWaiting } };
    if (name === "list_pending_payments" && isWaiting === false) return { ...answer, data: [] as never };
    if (name !== "list_unprocessed_stripe_events") return answer;
    const isOurs = (event: { received_at: string }) => Date.parse(event.received_at) === Date.parse(due);
    return { ...answer, data: answer.data.filter(isOurs) };
  };
  return { serviceClient: () => ({ rpc, storage: serviceClient().storage }) };
}
