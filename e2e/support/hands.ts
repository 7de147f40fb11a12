import type { Locator, Page } from "playwright/test";
import { expectHydrated } from "./hydrated.ts";

/** What a job took: codes that were scanned, keys and clicks, and how long the machine let its person wait. */
export type Effort = { job: string; scans: number; keys: number; clicks: number; ms: number };

/** The pause before a scan: a hand goes to the trigger. */
const PAUSE_MS = 400;

/** Somebody's hands at a screen: a scanner, a keyboard, a mouse. All that they do is counted, by job. */
export class Hands {
  readonly page: Page;
  readonly done: Effort[] = [];
  #now: Effort | undefined;

  constructor(page: Page) {
    this.page = page;
    // What never comes would otherwise end with the whole day.
    page.setDefaultTimeout(30_000);
  }

  /** Does a job, whose effort is kept with those of its name. One at a time. */
  async job(name: string, work: () => Promise<void>): Promise<void> {
    if (this.#now) return work();
    const effort: Effort = { job: name, scans: 0, keys: 0, clicks: 0, ms: 0 };
    this.#now = effort;
    const begun = performance.now();
    try {
      await work();
      effort.ms += performance.now() - begun;
      this.done.push(effort);
    } finally {
      this.#now = undefined;
    }
  }

  #count(what: "scans" | "keys" | "clicks", many = 1): void {
    if (this.#now) this.#now[what] += many;
  }

  /** Scans a code as a scanner does: it types fast into whatever has the focus, and ends with Enter. */
  async scan(code: string): Promise<void> {
    await this.page.waitForTimeout(PAUSE_MS);
    if (this.#now) this.#now.ms -= PAUSE_MS;
    this.#count("scans");
    await this.page.keyboard.type(code);
    await this.page.keyboard.press("Enter");
  }

  async type(text: string): Promise<void> {
    this.#count("keys", text.length);
    await this.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.#count("keys");
    await this.page.keyboard.press(key);
  }

  async click(target: Locator): Promise<void> {
    await target.waitFor();
    await expectHydrated(target);
    this.#count("clicks");
    await target.click();
  }

  /** Replaces what stands in a field. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.click(field);
    await this.press("ControlOrMeta+A");
    if (text) await this.type(text);
    else await this.press("Delete");
  }

  /** Chooses in a list by its first letters, as a keyboard does. */
  async choose(field: Locator, label: string): Promise<void> {
    await field.waitFor();
    await expectHydrated(field);
    this.#count("clicks");
    this.#count("keys");
    await field.selectOption(label);
  }

  /** Opens a page by its address, as a tab that is open anyway. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
  }

  /** Scans into the field that a page has for it, wherever the keyboard is. */
  async scanInto(field: Locator, code: string): Promise<void> {
    await field.waitFor();
    await expectHydrated(field);
    await this.scan(code);
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Sums up what was done as the rows of a table: a line for each job, with the middle of its figures. */
export function effortTable(done: Effort[]): string {
  const jobs = [...new Set(done.map(({ job }) => job))];
  const rows = jobs.map((job) => {
    const all = done.filter((effort) => effort.job === job);
    const of = (figure: "scans" | "keys" | "clicks" | "ms") => median(all.map((effort) => effort[figure]));
    return `| ${job} | ${all.length} | ${of("scans")} | ${of("keys")} | ${of("clicks")} | ${(of("ms") / 1000).toFixed(1)} s |`;
  });
  return ["| job | done | scans | keys | clicks | time |", "|---|---|---|---|---|---|", ...rows].join("\n");
}
