import type { createPostgresConnection } from "@supabase/lite/postgres";
import type postgres from "postgres";

type Connection = ReturnType<typeof createPostgresConnection>;
type Database = Parameters<Parameters<Connection["withContext"]>[1]>[0];
type Caller = {
  auth?: { role?: unknown; uid?: unknown; jwt?: unknown };
  storage?: { operation?: unknown };
};
type FunctionCall = { method: string; path: string; requestHeaders?: Record<string, string> };

/** Returns the statement timeouts that the migrations set, by role. */
export async function readRoleTimeouts(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql<{ role: string; timeout: string }[]>`
    select r.rolname as role, split_part(c.setting, '=', 2) as timeout
    from pg_db_role_setting s join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) as c (setting)
    where c.setting like 'statement_timeout=%'`;
  return new Map(rows.map(({ role, timeout }) => [role, timeout]));
}

/**
 * Sets role, claims and timeout in two queries. The API itself needs eleven, which take most of a request's time.
 * Like the hosted data API, applies the role's statement timeout.
 */
export function setContextAtOnce(connection: Connection, timeouts: Map<string, string>): void {
  Object.assign(connection, {
    applyJwtSessionContext: async (db: Database, { auth, storage }: Caller) => {
      const role = String(auth?.role || "anon");
      const timeout = timeouts.get(role);
      await setLocally(db, {
        "request.jwt.claim.sub": String(auth?.uid ?? ""),
        "request.jwt.claim.role": role,
        "storage.operation": String(storage?.operation ?? ""),
        ...(auth?.jwt && typeof auth.jwt === "object"
          ? { "request.jwt.claims": JSON.stringify(auth.jwt) }
          : {}),
        ...(timeout ? { statement_timeout: timeout } : {}),
        role,
      });
    },
    applyRpcRequestGucs: (db: Database, { method, path, requestHeaders }: FunctionCall) =>
      setLocally(db, {
        "response.status": "",
        "response.headers": "",
        "request.method": method,
        "request.path": path,
        "request.headers": JSON.stringify(requestHeaders ?? {}),
      }),
  });
}

/**
 * Keeps prepared statements per connection. By default, the API prepares each statement again, which takes two more
 * round trips.
 */
export function keepPrepared({ driver }: Connection): void {
  const { reserve } = driver;
  driver.reserve = async () => {
    const reserved = await reserve();
    const { unsafe } = reserved;
    reserved.unsafe = (text, values) => unsafe(text, values, { prepare: true });
    return reserved;
  };
}

async function setLocally(db: Database, settings: Record<string, string>): Promise<void> {
  await db
    .selectNoFrom(({ fn, val }) =>
      Object.entries(settings).map(([name, value], at) =>
        fn("set_config", [val(name), val(value), val(true)]).as(`c${at}`),
      ),
    )
    .execute();
}
