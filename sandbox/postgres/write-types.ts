import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";
import postgres from "postgres";
import { startTestSandbox } from "../launcher/test-sandbox.ts";

/** Returns the types of schema `public`, as `supabase gen types typescript` writes them. */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const client = {
    query: async (text: string, values: unknown[] = []) => ({
      rows: await sql.unsafe(text, values as never[]),
    }),
  };
  try {
    const metadata = await introspect(client as never, { includedSchemas: ["public"] });
    return await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: "13" });
  } finally {
    await sql.end();
  }
}

/** Writes lib/supabase/database.types.ts from the migrations, applied to a throwaway database. */
export async function writeTypes({ root }: { root: string }): Promise<number> {
  const sandbox = await startTestSandbox({ root, withApp: false });
  try {
    const types = await generateTypes(sandbox.environment.SANDBOX_DATABASE_URL ?? "");
    writeFileSync(join(root, "lib", "supabase", "database.types.ts"), types);
    return 0;
  } finally {
    await sandbox.stop();
  }
}
