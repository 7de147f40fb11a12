import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";

/** Migrations already applied or just applied, oldest first, by version (the time stamp in the file name). */
type MigrationResult = { applied: string[] };

/** A migration as it is recorded; the Supabase CLI keeps its statements one by one, this keeps the whole file as one. */
type Recorded = { version: string; statements: string[] };

/** Returns those of `files`, by name with their text, that have run with another text than they have now. */
export function changedSince(recorded: Recorded[], files: ReadonlyMap<string, string>): string[] {
  const ran = new Map(recorded.map(({ version, statements }) => [version, statements]));
  return [...files].flatMap(([file, text]) => {
    const [whole, ...others] = ran.get(versionOf(file)) ?? [];
    return whole !== undefined && others.length === 0 && whole !== text ? [file] : [];
  });
}

const versionOf = (file: string) => file.slice(0, 14);

/**
 * Applies the migrations of `folder` that are not yet recorded, each in a transaction of its own, in the table
 * the Supabase CLI uses (supabase_migrations.schema_migrations), so that both tools agree on what has run. Throws, with
 * nothing applied, when one that has run was edited since: the product would read answers of another shape.
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
