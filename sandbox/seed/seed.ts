import { parseArgs } from "node:util";
import { readPorts } from "../launcher/ports.ts";
import { seedOrders } from "./seed-orders.ts";

/** `npm run seed -- --orders 100000`: bulk-fills the running sandbox. */
export async function seed({ env, args }: { env: NodeJS.ProcessEnv; args: string[] }): Promise<number> {
  const { values } = parseArgs({ args, options: { orders: { type: "string" } } });
  if (!/^\d+$/.test(values.orders ?? "")) throw new Error("Say how many: npm run seed -- --orders 100000");
  const url =
    env.SANDBOX_DATABASE_URL || `postgres://postgres:postgres@127.0.0.1:${readPorts(env).database}/postgres`;
  try {
    await seedOrders(url, Number(values.orders), (line) => console.log(line));
  } catch (error) {
    if ((error as { code?: string }).code !== "ECONNREFUSED") throw error;
    throw new Error("The sandbox does not run. Start it first: npm run sandbox");
  }
  return 0;
}
