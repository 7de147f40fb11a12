/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { CloseGroupForm } from "@/components/staff/groups/close-group-form";
import { GroupNews, SeenGroup } from "@/components/staff/groups/seen-group";
import { aGraderGroup } from "@/sandbox/builders/group-as-read";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const refresh = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => refresh() }) }));

const endpoint = stubEndpoint();
const CHANGED = "Somebody else changed this group in the meantime. Look at it, then press again.";
const OPEN = aGraderGroup({ id: 7, version: 3, batches: 2, cards: 60 });

/** The page of a group as far as it says what became of a press; closed, it has the form no more. */
const screenOf = (step: "open" | "closed") => (
  <SeenGroup version={OPEN.version}>
    <GroupNews />
    {step === "open" ? <CloseGroupForm group={OPEN} /> : <p>Closed</p>}
  </SeenGroup>
);
const cards = () => screen.getByLabelText<HTMLInputElement>("Cards declared");
const press = () => fireEvent.click(screen.getByRole("button", { name: "Close group" }));

test("who was slower reads it, also once the group is shown as the other one has left it", async () => {
  const { rerender } = render(screenOf("open"));
  endpoint.answer({ status: 409, body: { code: "group_changed", error: CHANGED } });
  fireEvent.change(cards(), { target: { value: "60" } });
  press();
  await screen.findByText(CHANGED);
  rerender(screenOf("closed"));
  expect(screen.getAllByText(CHANGED)).toHaveLength(1);
});

test("what is said of somebody else's press goes with the next one", async () => {
  render(screenOf("open"));
  endpoint.answer({ status: 409, body: { code: "group_changed", error: CHANGED } });
  fireEvent.change(cards(), { target: { value: "60" } });
  press();
  await screen.findByText(CHANGED);
  endpoint.answer({ status: 409, body: { code: "group_empty", error: "This group has no batches." } });
  press();
  await screen.findByText("This group has no batches.");
  expect(screen.queryByText(CHANGED)).toBeNull();
});

test("what was typed before the script came counts", async () => {
  const container = serverRendered(screenOf("open"));
  cards().value = "60";
  render(screenOf("open"), { container, hydrate: true });
  endpoint.answer({ status: 200, body: {} });
  press();
  await waitFor(() => expect(endpoint.calls).toHaveLength(1));
  expect(endpoint.calls[0]?.body).toMatchObject({ cards: 60, version: 3 });
});

test("a number that differs is typed again, into an empty field", async () => {
  render(screenOf("open"));
  endpoint.answer({ status: 409, body: { code: "cards_differ", error: "60 were counted here." } });
  fireEvent.change(cards(), { target: { value: "59" } });
  press();
  await screen.findByText("60 were counted here.");
  expect(cards().value).toBe("");
  endpoint.answer({ status: 200, body: {} });
  fireEvent.change(cards(), { target: { value: "59" } });
  press();
  await waitFor(() => expect(endpoint.calls).toHaveLength(2));
  expect(
    endpoint.calls.map(({ body }) => (body as { accepts_difference: boolean }).accepts_difference),
  ).toEqual([false, true]);
});

test("a batch that must not go any more is named, and the page is read anew: its sum was another one", async () => {
  render(screenOf("open"));
  refresh.mockClear();
  const result = { id: "o1", batch_id: "BATCH-MGX2K9QW-7F3K", outcome: "not_received" };
  endpoint.answer({
    status: 409,
    body: { code: "group_refused", error: "Take it out.", results: [result] },
  });
  fireEvent.change(cards(), { target: { value: "60" } });
  press();
  await screen.findByText("Take it out.");
  expect(screen.getByRole("link", { name: result.batch_id })).toBeTruthy();
  expect(refresh).toHaveBeenCalledTimes(1);
});
