import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";

type MigrationResult = { applied: string[] };

/** The Supabase CLI records single statements. We record the whole file as one statement. */
type Recorded = { version: string; statements: string[] };

/** Returns the files that changed since they ran. */
export function changedSince(recorded: Recorded[], files: ReadonlyMap<string, string>): string[] {
  const ran = new Map(recorded.map(({ version, statements }) => [version, statements]));
  return [...files].flatMap(([file, text]) => {
    const [whole, ...others] = ran.get(versionOf(file)) ?? [];
    return whole !== undefined && others.length === 0 && whole !== text ? [file] : [];
  });
}

const versionOf = (file: string) => file.slice(0, 14);

/**
 * Applies the new migrations in `folder`, each in its own transaction, and records them in the Supabase CLI's table.
 * Throws before applying anything if an already applied migration was edited.
 */
export async function applyMigrations(sql: postgres.Sql, folder: string): Promise<MigrationResult> {
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations
      (version text primary key, statements text[], name text);
  `);
  const recorded = await sql<Recorded[]>`
    select version, coalesce(statements, '{}') as statements from supabase_migrations.schema_migrations`;
  const names = readdirSync(folder)
    .filter((file) => /^\d{14}_[a-z0-9_]+\.sql$/.test(file))
    .sort();
  const files = new Map(names.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  const changed = changedSince(recorded, files);
  if (changed.length > 0)
    throw new Error(
      `The data here is of an earlier state of ${changed.join(", ")}. Start once with "-- --reset", which makes it anew.`,
    );
  const done = new Set(recorded.map(({ version }) => version));
  const applied: string[] = [];
  for (const [file, text] of files) {
    const version = versionOf(file);
    if (done.has(version)) continue;
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
