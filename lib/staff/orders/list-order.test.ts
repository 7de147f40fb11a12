import { listOrderWords, pagerWords } from "@/lib/staff/orders/list-order";

test.each([
  [null, "Orders, newest first"],
  ["needs_check_in", "Orders, oldest first"],
  ["overdue", "Orders, longest late first"],
  ["to_count", "Orders, longest here first"],
  ["not_paid", "Orders, longest here first"],
  ["count_differs", "Orders, longest here first"],
  ["ready_to_return", "Orders, longest here first"],
  ["exceptions", "Orders, longest without being settled first"],
  ["to_review", "Orders, longest to be reviewed first"],
  ["set_aside", "Orders, longest set aside first"],
  ["late_to_open", "Orders, longest here first"],
  ["said_delivered", "Orders, longest said to be delivered first"],
  ["said_shipped", "Orders, longest on the way here first"],
  ["cancel_requested", "Orders, longest asked to cancel first"],
  ["waiting", "Orders, longest asked first"],
  ["problems", "Orders, longest without an answer first"],
] as const)("the rows of the view %s stand: %s", (view, words) => {
  expect(listOrderWords({ view, sort: null })).toBe(words);
});

test.each([
  [null, { former: "Newer", first: "Newest", later: "Older" }],
  ["needs_check_in", { former: "Older", first: "Oldest", later: "Newer" }],
  ["waiting", { former: "Longer", first: "Longest", later: "Shorter" }],
] as const)("the ways through the view %s", (view, words) => {
  expect(pagerWords({ view })).toEqual(words);
});

test("a list in the order of a column says so", () => {
  const sort = { by: "cards", isDescending: true } as const;
  expect(listOrderWords({ view: "waiting", sort })).toBe("Orders by cards, descending");
});
