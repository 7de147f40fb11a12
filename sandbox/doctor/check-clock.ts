import type postgres from "postgres";

const TIMEOUT_MS = 10_000;
/** From a minute on payment pages are refused: the doctor reports half of that. */
const TOLERATED_SECONDS = 30;

/**
 * What is wrong with the database's clock beside the payment service's: an order's times are the one's, and whether its
 * payment page ends too soon is judged by the other. Null where that service does not answer, or does not say the time.
 */
export async function clockProblems(
  sql: postgres.Sql,
  address = "https://api.stripe.com",
): Promise<string[] | null> {
  const now = async () => {
    const [row] = await sql<{ at: number }[]>`select extract(epoch from clock_timestamp())::float8 as at`;
    return row?.at ?? Number.NaN;
  };
  const before = await now();
  const said = await fetch(address, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    ({ headers }) => Date.parse(headers.get("date") ?? "") / 1000,
    () => Number.NaN,
  );
  const after = await now();
  if (Number.isNaN(said)) return null;
  // It answered between the two, within the second that it says.
  const [behind, ahead] = [said - after, before - said - 1].map(Math.round) as [number, number];
  if (behind > TOLERATED_SECONDS)
    return [
      `Its clock is ${behind} s behind Stripe's. At 60 s, Stripe refuses every payment page. Sync the clock.`,
    ];
  if (ahead > TOLERATED_SECONDS)
    return [
      `Its clock is ${ahead} s ahead of Stripe's. At nine minutes, orders expire before their payment pages. Sync the clock.`,
    ];
  return [];
}
