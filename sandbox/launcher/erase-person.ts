import { parseArgs } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { z } from "zod";
import { appEnvironment } from "./environment.ts";

const USAGE =
  "Say who, and which owner does it: npm run person:erase -- jane@example.com --by owner@example.com";

export const OBSTACLES = {
  staff: "is staff. End that under People first.",
  membership: "is a membership that runs. It has to be canceled in the payment service and to end.",
  package: "is a package without a batch that names this person. Match it first.",
  other_account: "carries this address, and belongs to an account with another one. Erase that one.",
  awaited: "is awaited: its cards may be on their way to us.",
  with_us: "is with us or the grading company.",
  on_its_way: "is on its way back. Mark it as delivered when it is.",
  payment_open: "has a payment, refund or question that is open.",
  disputed: "is disputed.",
  problem: "has a problem that is not settled.",
} as const;
type Obstacle = keyof typeof OBSTACLES;

export const erasureSchema = z.object({
  done: z.boolean(),
  found: z.record(z.string(), z.number()),
  obstacles: z.array(
    z.object({ reason: z.enum(Object.keys(OBSTACLES) as [Obstacle, ...Obstacle[]]), about: z.string() }),
  ),
  erased_at: z.string().nullable(),
  stripe_customers: z.array(z.string()),
});
export type Erasure = z.infer<typeof erasureSchema>;

export function erasureLines({ done, found, obstacles, erased_at, stripe_customers }: Erasure): string[] {
  const counts = Object.entries(found).filter(([, count]) => count > 0);
  const what = counts.map(([kind, count]) => `${count} ${count === 1 ? kind.slice(0, -1) : kind}`).join(", ");
  const before = erased_at && counts.length === 0 ? [`Erased on ${erased_at}.`] : [];
  if (counts.length === 0) return [...before, "Nothing names this person."];
  if (obstacles.length > 0) {
    const lines = obstacles.map(({ reason, about }) => `  ${about} ${OBSTACLES[reason]}`);
    return ["Nobody is erased as long as:", ...lines];
  }
  const byHand = stripe_customers.map((id) => `Delete ${id} in the payment service, by hand.`);
  return done
    ? [`Erased: ${what}. Amounts, ids and dates stay.`, ...byHand]
    : [`Would erase: ${what}. Amounts, ids and dates stay.`, ...byHand, "Nothing was done. --yes does it."];
}

/**
 * `npm run person:erase -- jane@example.com --by owner@example.com [--yes]`: erases a person, or shows what would be
 * erased. Returns 1 if something prevents it.
 */
export async function erasePerson({
  env,
  args,
}: {
  env: NodeJS.ProcessEnv;
  args: string[];
}): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { by: { type: "string" }, yes: { type: "boolean", default: false } },
  });
  const [email, ...others] = positionals;
  if (!email || others.length > 0 || !values.by) throw new Error(USAGE);
  const settings = appEnvironment(env);
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = settings;
  if (!url || !key) throw new Error("person:erase needs SUPABASE_URL and SUPABASE_SECRET_KEY.");
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // A redirect to another host would expose the key.
    global: { fetch: (input, init) => fetch(input, { ...init, redirect: "error" }) },
  });
  const { data, error } = await client.rpc("erase_person", {
    p_email: email,
    p_by: values.by,
    p_does: values.yes,
  });
  if (error) throw new Error(`Nobody was erased: ${error.message}`);
  const erasure = erasureSchema.parse(data);
  console.log(erasureLines(erasure).join("\n"));
  return erasure.obstacles.length === 0 ? 0 : 1;
}
