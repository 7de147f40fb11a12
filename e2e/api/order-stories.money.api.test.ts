import fc from "fast-check";
import { tellStories } from "../../sandbox/builders/drawn-stories.ts";
import { logInAsStaff, type SignedIn } from "../../sandbox/builders/product.ts";
import { SEED } from "../../sandbox/builders/random.ts";
import { HttpStory, STEPS } from "../support/http-story.ts";
import { MortalProduct } from "../support/mortal-product.ts";

jest.setTimeout(3_600_000);

const mortal = new MortalProduct();
let staff: SignedIn;

beforeAll(async () => {
  await mortal.begin();
  staff = await logInAsStaff(mortal.product, mortal.sql);
});
afterAll(() => mortal.end());

const RUNS = 200;
/** A slow machine takes longer for the least number, and tells no more; it says how many it told. */
const AT_LEAST = 100;
const TIME_MS = 1_000_000;
const told = (words: string) => process.stdout.write(`  ${words}\n`);

const steps = fc.array(fc.record({ step: fc.constantFrom(...STEPS), turn: fc.nat(999) }), {
  minLength: 8,
  maxLength: 40,
  size: "max",
});

test(`${RUNS} stories of up to 40 steps over HTTP: all that must hold of money holds`, async () => {
  const story = fc.asyncProperty(steps, fc.boolean(), fc.boolean(), async (drawn, isGuest, hasCome) => {
    const one = await HttpStory.begin(mortal, staff, isGuest);
    const opening = hasCome ? (["submit", "pay", "confirm", "count"] as const) : (["submit"] as const);
    for (const step of opening) await one.tell({ step, turn: drawn.length });
    for (const step of drawn) await one.tell(step);
    expect(await one.end()).toEqual([]);
  });
  const limits = { runs: RUNS, atLeast: AT_LEAST, timeMs: TIME_MS };
  const count = await tellStories(story, { ...limits, endOnFailure: true });
  told(`${count} stories of seed ${SEED}`);
});
