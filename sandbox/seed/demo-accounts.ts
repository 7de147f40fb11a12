import postgres from "postgres";
import { addPerson } from "../builders/person.ts";
import { aProfile } from "../builders/profile.ts";
import { SANDBOX_STAFF } from "../launcher/environment.ts";

export const DEMO_PASSWORD = "password123";

/** The sandbox's accounts beside the staff's: one collector with a full profile, one who has just signed up. */
export const DEMO_CUSTOMERS = ["collector@slabrelay.test", "new@slabrelay.test"] as const;

const COLLECTOR_PROFILE = aProfile({ phone: "+1 555 0100", address_line2: "Apt 4" });

export type DemoOptions = {
  databaseUrl: string;
  log: (line: string) => void;
};

/** Creates the demo accounts that are missing and binds the staff among them. */
export async function createDemoAccounts({ databaseUrl, log }: DemoOptions): Promise<void> {
  const wanted = [...SANDBOX_STAFF, ...DEMO_CUSTOMERS];
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql<{ email: string }[]>`select email from auth.users where email in ${sql(wanted)}`;
    const present = new Set(rows.map((row) => row.email));
    const missing = wanted.filter((email) => !present.has(email));
    for (const email of missing) await addPerson(sql, email);
    const [staff] = await sql<{ count: number }[]>`select count(*)::int from public.staff`;
    // Only where nobody is staff yet: who was removed by hand stays removed.
    for (const [index, email] of staff?.count === 0 ? SANDBOX_STAFF.entries() : []) {
      await sql`select public.bind_staff(${email}, ${index === 0 ? "owner" : "staff"})`;
    }
    // The mailbox begins empty: that the demo accounts are staff is no news.
    await sql`delete from public.outbox where kind = 'rights_notice' and payload ->> 'to' in ${sql(SANDBOX_STAFF)}
              and payload ->> 'by' is null and sent_at is null`;
    await sql`select public.upsert_profile(id, ${sql.json(COLLECTOR_PROFILE)})
              from auth.users u where email = ${DEMO_CUSTOMERS[0]}
                and not exists (select from public.profiles p where p.user_id = u.id and p.is_complete)`;
    if (missing.length > 0) log(`Created ${missing.length} demo accounts.`);
  } finally {
    await sql.end();
  }
}
