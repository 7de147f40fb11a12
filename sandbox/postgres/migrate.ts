import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";

/** Migrations already applied or just applied, oldest first, by version (the time stamp in the file name). */
type MigrationResult = { applied: string[] };

/**
 * Applies the migrations of `folder` that are not yet recorded, each in a transaction of its own, in the table
 * the Supabase CLI uses (supabase_migrations.schema_migrations), so that both tools agree on what has run.
 */
export async function applyMigrations(sql: postgres.Sql, folder: string): Promise<MigrationResult> {
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations
      (version text primary key, statements text[], name text);
  `);
  const done = new Set(
    (await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`).map(
      (row) => row.version,
    ),
  );
  const files = readdirSync(folder)
    .filter((file) => /^\d{14}_[a-z0-9_]+\.sql$/.test(file))
    .sort();
  const applied: string[] = [];
  for (const file of files) {
    const version = file.slice(0, 14);
    if (done.has(version)) continue;
    const text = readFileSync(join(folder, file), "utf8");
    try {
      await sql.begin(async (tx) => {
        await tx.unsafe(text);
        await tx`insert into supabase_migrations.schema_migrations (version, name, statements)
                 values (${version}, ${file.slice(15, -4)}, ${[text]})`;
      });
    } catch (error) {
      throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error });
    }
    applied.push(version);
  }
  return { applied };
}
