import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";
import postgres from "postgres";

/** TypeScript types of the schema `public`, as `supabase gen types typescript` writes them. */
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
