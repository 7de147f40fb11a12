import postgres from "postgres";

let connection: postgres.Sql | undefined;

/** The throw-away database behind the app under test. */
export function database(): postgres.Sql {
  const url = process.env.SANDBOX_DATABASE_URL;
  if (!url || !["127.0.0.1", "localhost"].includes(new URL(url).hostname)) {
    throw new Error("SANDBOX_DATABASE_URL must name a sandbox on this machine.");
  }
  connection ??= postgres(url, { max: 2, onnotice: () => {} });
  return connection;
}

/** The order of a batch, as the tests look at it. */
export async function orderOfBatch(batchId: string) {
  const [order] = await database()<
    {
      id: string;
      payment_status: string;
      guest_email: string | null;
      num_cards: number;
      user_id: string | null;
    }[]
  >`select id, payment_status, guest_email, num_cards, user_id from public.grading_orders where batch_id = ${batchId}`;
  return order;
}

/** Gives a person the name and address that make the profile complete. */
export async function completeProfile(userId: string): Promise<void> {
  const address = { full_name: "Casey Collector", address_line1: "77 Sunset Strip", city: "Austin" };
  const profile = { user_id: userId, ...address, state: "TX", postal_code: "78701", country: "US" };
  const sql = database();
  await sql`insert into public.profiles ${sql(profile)} on conflict (user_id) do update set ${sql(profile)}`;
}
