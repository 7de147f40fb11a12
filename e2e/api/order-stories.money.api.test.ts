import fc from "fast-check";
import { tellStories } from "../../sandbox/builders/drawn-stories.ts";
import { logInAsStaff, type SignedIn } from "../../sandbox/builders/product.ts";
import { HttpStory, STEPS } from "../support/http-story.ts";
import { MortalProduct } from "../support/mortal-product.ts";

jest.setTimeout(900_000);

const mortal = new MortalProduct();
let staff: SignedIn;

beforeAll(async () => {
  await mortal.begin();
  staff = await logInAsStaff(mortal.product, mortal.sql);
});
afterAll(() => mortal.end());

const RUNS = 30;

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
  await tellStories(story, { runs: RUNS, atLeast: RUNS, timeMs: 0, endOnFailure: true });
});
