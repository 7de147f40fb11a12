import type postgres from "postgres";

const SCHEMA = "bench_snapshot";

/**
 * Copies all rows of the schema `public`; answers how to put them back, which may be done again and again. For a
 * database in which nobody writes meanwhile.
 */
export async function takeSnapshot(sql: postgres.Sql): Promise<() => Promise<void>> {
  const tables = await sql<{ name: string; columns: string }[]>`
    select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname`;
  await sql.unsafe(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}`);
  for (const { name, columns } of tables)
    await sql.unsafe(`create table ${SCHEMA}.${name} as select ${columns} from public.${name}`);
  return async () => {
    await sql.begin(async (tx) => {
      // No triggers and no checks of foreign keys: the rows were right before.
      await tx.unsafe("set local session_replication_role = replica");
      await tx.unsafe(`truncate ${tables.map(({ name }) => `public.${name}`).join(", ")}`);
      for (const { name, columns } of tables)
        await tx.unsafe(
          `insert into public.${name} (${columns}) overriding system value select ${columns} from ${SCHEMA}.${name}`,
        );
    });
  };
}
