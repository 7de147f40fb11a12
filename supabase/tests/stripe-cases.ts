import { shuffle } from "../../sandbox/builders/random";
import { sessions } from "../../sandbox/builders/sql-functions";

const { open, delayed, paid, asyncFailed: failed, expired } = sessions;

/** Stripe's reports about one session, and the result regardless of their order. `share`: cumulative probability. */
const STORIES = [
  { said: [open, paid], end: "paid", share: 0.55 },
  { said: [open, delayed, paid], end: "paid", share: 0.7 },
  { said: [open, delayed, failed], end: "failed", share: 0.8 },
  { said: [open, delayed, failed, paid], end: "paid", share: 0.85 },
  { said: [open, expired], end: "canceled", share: 0.95 },
  { said: [open, expired, paid], end: "paid", share: 1 },
];
export type StripeCase = (typeof STORIES)[number];

export function drawCases(count: number, random: () => number): StripeCase[] {
  return Array.from({ length: count }, () => {
    const drawn = random();
    const story = STORIES.find(({ share }) => drawn < share);
    if (!story) throw new Error("no story");
    return story;
  });
}

/** Returns all deliveries shuffled, with `again` random repeats per session. */
export function deliveriesOf<Page extends { story: StripeCase }>(
  pages: readonly Page[],
  again: number,
  random: () => number,
): { page: Page; said: Record<string, unknown> }[] {
  const deliveries = pages.flatMap((page) => {
    const { said } = page.story;
    const repeats = Array.from({ length: again }, () => said[Math.floor(random() * said.length)] ?? open);
    return [...said, ...repeats].map((one) => ({ page, said: one }));
  });
  expect(deliveries.length).toBeGreaterThanOrEqual(pages.length * (again + 2));
  return shuffle(deliveries, random);
}

export async function runInParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
) {
  const queue = [...items];
  const results: Result[] = [];
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) results.push(await work(next));
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return results;
}
