type Args = Record<string, unknown>;
type Answer = { data: never; error: unknown };

type Told = { due: string; isWaiting?: boolean };

export const DUE = /^(list_(expired|memberships|unprocessed|stuck|due|stray|late)|claim_due_|purge_|queue_)/;

/** Mocks the job's database client. Lists are read as of a time long past, when no other test's rows are due. */
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
