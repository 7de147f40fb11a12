import { readFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";

/** Gives the demo collector the past that supabase/seed.sql writes; does nothing where it is there already. */
export async function createDemoHistory(options: {
  databaseUrl: string;
  supabaseDir: string;
}): Promise<void> {
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(await readFile(join(options.supabaseDir, "seed.sql"), "utf8"));
  } finally {
    await sql.end();
  }
}
