import { aDeskOrder, DeskStory } from "@/sandbox/builders/desk";

const A = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000a", batch_id: "BATCH-AAAAAAAA-AAAA" });
const C = "BATCH-CCCCCCCC-CCCC";

let story: DeskStory;
beforeEach(() => {
  story = new DeskStory();
});

describe("a count that was typed early", () => {
  test("stands in the field as soon as there is one, and the next scan checks it in", () => {
    story.scan("BATCH-AAAAAAAA-AAAA");
    story.play({ type: "found", orders: [A] }, { type: "typed_early", text: "10" });
    expect(story.desk.step).toMatchObject({ at: "counting", draft: { typed: "10" } });
    story.scan(C);
    expect(story.last).toMatchObject({ do: "count", order: { id: A.id }, count: 10 });
  });

  test("is none of a package that is not counted", () => {
    story.open({ ...A, payment_status: "unpaid" });
    const before = story.desk;
    expect(story.play({ type: "typed_early", text: "10" })).toBe(before);
  });

  test("changes nothing of the count that is being saved, nor of that which was refused", () => {
    story.open(A);
    story.count("10");
    story.play({ type: "edited", draft: { typed: "103", shelf: "A-7" } });
    expect(story.desk.step).toMatchObject({ draft: { typed: "10", shelf: "A-7" } });
    story.play(
      { type: "refused", code: "no_answer", text: "No answer." },
      { type: "typed_early", text: "3" },
    );
    expect(story.desk.step).toMatchObject({ draft: { typed: "10" } });
  });
});
