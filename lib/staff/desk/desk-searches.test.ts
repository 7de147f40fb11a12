import { aDeskOrder, aPackage, DeskStory } from "@/sandbox/builders/desk";

const A = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000a", batch_id: "BATCH-AAAAAAAA-AAAA" });

let story: DeskStory;
beforeEach(() => {
  story = new DeskStory();
});

describe("no label", () => {
  test("asks for words, and shows whose it may be", () => {
    expect(story.play({ type: "no_label" }).step).toMatchObject({
      at: "searching",
      found: null,
      isBusy: false,
    });
    expect(story.asked).toEqual([]);
    story.play({ type: "searched", text: "casey 78701" });
    expect(story.last).toEqual({ do: "search", text: "casey 78701" });
    story.play({ type: "candidates", text: "casey 78701", orders: [A] });
    expect(story.desk.step).toMatchObject({ found: [A], isBusy: false });
    expect(story.play({ type: "chosen", order: A }).step).toMatchObject({ at: "counting", order: A });
  });

  test("digits are searched for: a postal code, the end of a batch ID", () => {
    story.play({ type: "no_label" });
    story.scan("7878");
    expect(story.last).toEqual({ do: "search", text: "7878" });
  });

  test("an answer to a former search is not shown", () => {
    story.play({ type: "no_label" }, { type: "searched", text: "casey" }, { type: "searched", text: "jo" });
    expect(story.play({ type: "candidates", text: "casey", orders: [A] }).step).toMatchObject({
      found: null,
    });
    story.play({ type: "candidates", text: "jo", orders: [] }, { type: "left" });
    expect(story.play({ type: "candidates", text: "jo", orders: [A] }).step).toEqual({ at: "waiting" });
  });

  test("nobody's is kept", () => {
    story.play({ type: "no_label" });
    expect(story.play({ type: "keep_unlabeled" }).step).toEqual({ at: "unknown", code: "" });
  });

  test("not while a count is typed", () => {
    story.open(A);
    story.play({ type: "edited", draft: { typed: "9" } }, { type: "no_label" });
    expect(story.desk).toMatchObject({ step: { at: "counting" }, notice: { tone: "warning" } });
  });
});

describe("a package that was kept", () => {
  const kept = aPackage({ sender: "Casey" });

  test("is matched with one of those that its sender may mean", () => {
    story.play({ type: "match_begun", package: kept });
    expect(story.last).toEqual({ do: "search", text: "Casey" });
    story.play({ type: "candidates", text: "Casey", orders: [A] }, { type: "chosen", order: A });
    expect(story.last).toEqual({ do: "match", packageId: kept.id, order: A });
    expect(story.play({ type: "saved", what: "match", order: A, actId: "act" })).toMatchObject({
      step: { at: "counting", order: A },
      notice: { title: "The package is BATCH-AAAAAAAA-AAAA", undo: { actId: "act" } },
    });
  });

  test("of a sender unknown shows those that are awaited", () => {
    story.play({ type: "match_begun", package: aPackage() });
    expect(story.last).toEqual({ do: "search", text: "" });
  });

  test("a batch that is scanned is what it may be, and nothing is matched by itself", () => {
    story.play({ type: "match_begun", package: kept }, { type: "candidates", text: "Casey", orders: [] });
    story.scan("BATCH-AAAAAAAA-AAAA");
    expect(story.last).toEqual({ do: "search", text: "BATCH-AAAAAAAA-AAAA" });
    expect(story.desk.step).toMatchObject({ at: "searching", matching: kept });
  });
});
