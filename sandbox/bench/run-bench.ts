import { join } from "node:path";
import { installIfNeeded } from "../launcher/install-packages.mjs";
import { benchBacklog } from "./backlog.ts";
import { benchBytes } from "./bench-bytes.ts";
import { benchHeard } from "./bench-heard.ts";
import { benchLoad } from "./bench-load.ts";
import { benchLookup } from "./bench-lookup.ts";
import { benchPages } from "./bench-pages.ts";
import { benchPrivate } from "./bench-private.ts";
import { benchStart } from "./bench-start.ts";
import { benchCache } from "./cache.ts";
import { benchLists } from "./lists.ts";
import { benchNavigation } from "./navigation.ts";
import { benchObservability } from "./observability.ts";
import { circumstances, keepSection } from "./performance-page.ts";
import { missedRows, takePrinted } from "./table.ts";

/** Prints its tables by printTable; throws when something broke, not when a target is missed. */
type Section = (options: { root: string; args: string[] }) => Promise<void>;

/** In the order of a full run. */
const sections: Record<string, Section> = {
  start: benchStart,
  bytes: benchBytes,
  pages: benchPages,
  private: benchPrivate,
  load: benchLoad,
  heard: benchHeard,
  lists: benchLists,
  backlog: benchBacklog,
  observability: benchObservability,
  navigation: benchNavigation,
  cache: benchCache,
  lookup: benchLookup,
};

/**
 * Runs the sections named in `args`, or all; each prints tables with what it is compared with, ratios, targets and a mark
 * where one is missed. `--write` keeps the tables in docs/performance.md. Answers 0 unless something broke.
 */
export async function runBench({ root, args }: { root: string; args: string[] }): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const options = args.filter((arg) => arg.startsWith("--"));
  const unknown = names.filter((name) => !(name in sections));
  if (unknown.length > 0) {
    throw new Error(
      `There is no bench "${unknown.join(", ")}". There are: ${Object.keys(sections).join(", ")}.`,
    );
  }
  const isKept = options.includes("--write");
  if (isKept && options.includes("--quick")) {
    throw new Error("What a quick run shows is not worth keeping: --write goes without --quick.");
  }
  installIfNeeded(join(root, "sandbox", "bench"), "Installing what only the bench needs …");
  const missed: string[] = [];
  const broken: string[] = [];
  for (const [name, run] of Object.entries(sections)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n${name}`);
    const before = circumstances(root);
    const began = Date.now();
    try {
      await run({ root, args: options });
    } catch (error) {
      // The sections after it are worth their while all the same.
      console.error(error);
      broken.push(name);
    }
    const tables = takePrinted();
    missed.push(...missedRows(tables));
    const seconds = (Date.now() - began) / 1000;
    if (isKept && !broken.includes(name)) keepSection(root, { name, seconds, tables, ...before });
  }
  console.log(missed.length > 0 ? "\nMissed targets:" : "\nEvery target is met.");
  for (const row of missed) console.log(`  ${row}`);
  if (broken.length > 0) console.error(`\nBroken: ${broken.join(", ")}.`);
  return broken.length > 0 ? 1 : 0;
}
