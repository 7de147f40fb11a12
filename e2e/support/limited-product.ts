import { Product } from "../../sandbox/builders/product.ts";
import { AppProcess } from "./app-process.ts";

/** Runs `work` against an instance with the limits of production; `port` is where it listens: each test has its own. */
export async function withRealLimits(port: number, work: (strict: Product) => Promise<void>): Promise<void> {
  const settings = JSON.parse(process.env.APPLESS_ENVIRONMENT ?? "{}") as Record<string, string>;
  const limited = { ...settings, APP_URL: `http://localhost:${port}`, RATE_LIMIT_SCALE: "1" };
  const app = new AppProcess(limited);
  await app.start();
  try {
    await work(new Product(limited));
  } finally {
    await app.kill();
  }
}
