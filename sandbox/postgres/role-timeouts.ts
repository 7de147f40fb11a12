import type { createPostgresConnection } from "@supabase/lite/postgres";
import type postgres from "postgres";

type Connection = ReturnType<typeof createPostgresConnection>;

/** What migrations say with `alter role … set statement_timeout`, by role. */
export async function readRoleTimeouts(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql<{ role: string; timeout: string }[]>`
    select r.rolname as role, split_part(c.setting, '=', 2) as timeout
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) as c (setting)
    where c.setting like 'statement_timeout=%'`;
  return new Map(rows.map(({ role, timeout }) => [role, timeout]));
}

/**
 * Lets no request of a role run longer than the role may. The hosted data API does so by itself; this one changes to the
 * role within a transaction, which leaves the role's settings aside.
 */
export function holdRolesToTimeouts(connection: Connection, timeouts: Map<string, string>): void {
  const inContext = connection.withContext.bind(connection);
  connection.withContext = (vars, work, options) => {
    const { role = "anon" }: { role?: unknown } = vars?.auth ?? {};
    const timeout = vars && timeouts.get(String(role));
    if (!timeout) return inContext(vars, work, options);
    const bounded: typeof work = async (db) => {
      await db
        .selectNoFrom(({ fn, val }) =>
          fn("set_config", [val("statement_timeout"), val(timeout), val(true)]).as("timeout"),
        )
        .execute();
      return work(db);
    };
    return inContext(vars, bounded, options);
  };
}
