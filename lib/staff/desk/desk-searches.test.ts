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
    expect(story.last).toEqual({ do: "search", text: "casey 78701", nth: 1 });
    story.play({ type: "candidates", nth: 1, orders: [A] });
    expect(story.desk.step).toMatchObject({ found: [A], isBusy: false });
    expect(story.play({ type: "chosen", order: A }).step).toMatchObject({ at: "counting", order: A });
  });

  test("digits are searched for: a postal code, the end of a batch ID", () => {
    story.play({ type: "no_label" });
    story.scan("7878");
    expect(story.last).toEqual({ do: "search", text: "7878", nth: 1 });
    // Also while the former search runs.
    story.scan("4711");
    expect(story.last).toEqual({ do: "search", text: "4711", nth: 2 });
  });

  test("an answer to a former search is not shown, its failure neither", () => {
    story.play({ type: "no_label" }, { type: "searched", text: "casey" }, { type: "searched", text: "jo" });
    expect(story.play({ type: "candidates", nth: 1, orders: [A] }).step).toMatchObject({ found: null });
    expect(story.play({ type: "search_failed", nth: 1, text: "No answer." })).toMatchObject({
      step: { isBusy: true },
      notice: null,
    });
    story.play({ type: "candidates", nth: 2, orders: [] }, { type: "left" });
    expect(story.play({ type: "candidates", nth: 2, orders: [A] }).step).toEqual({ at: "waiting" });
  });

  test("one that failed says so, and may be asked again", () => {
    story.play({ type: "no_label" }, { type: "searched", text: "casey" });
    expect(story.play({ type: "search_failed", nth: 1, text: "No answer." })).toMatchObject({
      step: { at: "searching", isBusy: false },
      notice: { tone: "danger" },
    });
    story.play({ type: "searched", text: "casey" });
    expect(story.last).toEqual({ do: "search", text: "casey", nth: 2 });
  });

  test("whoever waits for a search may leave it, or scan the next label: what comes of it is nobody's", () => {
    story.play({ type: "no_label" }, { type: "searched", text: "casey" });
    expect(story.play({ type: "left" }).step).toEqual({ at: "waiting" });
    story.play({ type: "no_label" }, { type: "candidates", nth: 1, orders: [A] });
    expect(story.desk.step).toMatchObject({ at: "searching", found: null });
    story.play({ type: "searched", text: "casey" });
    story.scan("BATCH-AAAAAAAA-AAAA");
    expect(story.desk.step).toMatchObject({ at: "looking" });
    story.play({ type: "search_failed", nth: 2, text: "No answer." });
    expect(story.desk).toMatchObject({ step: { at: "looking" }, notice: null });
    expect(story.play({ type: "found", orders: [A] }).step).toMatchObject({ at: "counting", order: A });
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
    expect(story.last).toEqual({ do: "search", text: "Casey", nth: 1 });
    story.play({ type: "candidates", nth: 1, orders: [A] }, { type: "chosen", order: A });
    expect(story.last).toEqual({ do: "match", packageId: kept.id, order: A });
    expect(story.play({ type: "saved", what: "match", order: A, actId: "act" })).toMatchObject({
      step: { at: "counting", order: A },
      notice: { title: "The package is BATCH-AAAAAAAA-AAAA", undo: { actId: "act" } },
    });
  });

  test("of a sender unknown shows those that are awaited", () => {
    story.play({ type: "match_begun", package: aPackage() });
    expect(story.last).toEqual({ do: "search", text: "", nth: 1 });
  });

  test("a batch that is scanned is what it may be, and nothing is matched by itself", () => {
    story.play({ type: "match_begun", package: kept }, { type: "candidates", nth: 1, orders: [] });
    story.scan("BATCH-AAAAAAAA-AAAA");
    expect(story.last).toEqual({ do: "search", text: "BATCH-AAAAAAAA-AAAA", nth: 2 });
    expect(story.desk.step).toMatchObject({ at: "searching", matching: kept });
  });
});
