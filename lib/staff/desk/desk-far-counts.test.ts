import { aDeskOrder, DeskStory } from "@/sandbox/builders/desk";

/* A count that is likely the number of something else: more than twice the cards, and more than twenty on top. */

const A = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000a", batch_id: "BATCH-AAAAAAAA-AAAA" });

let story: DeskStory;
beforeEach(() => {
  story = new DeskStory();
});

test("far too many is taken by a press of its own alone, however often it is typed or scanned", () => {
  story.open(A);
  for (const typed of ["9400", "9400", "9400"]) story.count(typed);
  story.scan("9400");
  expect(story.asked.filter((effect) => effect.do === "count")).toEqual([]);
  expect(story.desk).toMatchObject({
    step: { at: "counting", draft: { typed: "" }, doubt: { count: 9400, isFar: true } },
    notice: { tone: "danger", title: "9,400 cards, and 10 are expected" },
  });
  story.play({ type: "counted", isMoreToCome: false, isSure: true });
  expect(story.last).toMatchObject({ do: "count", count: 9400 });
});

test("far too many is corrected by what is typed next", () => {
  story.open(A);
  for (const typed of ["9400", "9400", "10"]) story.count(typed);
  expect(story.last).toMatchObject({ do: "count", count: 10 });
});

test("nobody is sure of a count that was not asked about", () => {
  story.open(A);
  story.count("9400");
  story.play({ type: "counted", isMoreToCome: false, isSure: true });
  expect(story.desk.step).toMatchObject({ at: "counting", isBusy: false });
  expect(story.asked.filter((effect) => effect.do === "count")).toEqual([]);
});
