import { join } from "node:path";
import { installIfNeeded } from "../launcher/install-packages.mjs";
import { benchBacklog } from "./backlog.ts";
import { benchPages } from "./bench-pages.ts";
import { benchLists } from "./lists.ts";

type Bench = (options: { root: string; args: string[] }) => Promise<void>;

const benches: Record<string, Bench> = { pages: benchPages, lists: benchLists, backlog: benchBacklog };

/** Runs the benchmarks named in `args`, or all; each prints tables of ratios. */
export async function runBench({ root, args }: { root: string; args: string[] }): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const options = args.filter((arg) => arg.startsWith("--"));
  const unknown = names.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    throw new Error(
      `There is no bench "${unknown.join(", ")}". There are: ${Object.keys(benches).join(", ")}.`,
    );
  }
  installIfNeeded(join(root, "sandbox", "bench"), "Installing what only the bench needs …");
  for (const [name, run] of Object.entries(benches)) {
    if (names.length === 0 || names.includes(name)) await run({ root, args: options });
  }
  return 0;
}
