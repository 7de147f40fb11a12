import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTestSandbox } from "../launcher/test-sandbox.ts";
import { generateTypes } from "./generate-types.ts";

/** Writes lib/supabase/database.types.ts from the migrations, applied to a throw-away database. */
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
