/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { CloseGroupForm } from "@/components/staff/groups/close-group-form";
import { GroupActList } from "@/components/staff/groups/group-act-list";
import { GroupsScreen } from "@/components/staff/groups/groups-screen";
import { MemberTable } from "@/components/staff/groups/member-table";
import { OpenGroupForm } from "@/components/staff/groups/open-group-form";
import { GroupNews, SeenGroup } from "@/components/staff/groups/seen-group";
import { Toaster } from "@/components/ui/toast";
import type { GraderDesk, GroupAct } from "@/lib/staff/groups/grader-group";
import { aGraderGroup, aGroupMember } from "@/sandbox/builders/group-as-read";
import { navigation } from "@/sandbox/builders/navigation";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();

describe("groups screen", () => {
  const none: GraderDesk = {
    staff_role: "staff",
    live: [],
    back: [],
    next_before: null,
    ready: [],
    ready_total: { count: 0, is_more: false },
    outside: { count: 0, is_more: false, cards: 0 },
  };
  const show = (changes: Partial<GraderDesk> = {}) =>
    render(<GroupsScreen desk={{ ...none, ...changes }} isFirst />).container;

  test.each([
    [{ count: 1, is_more: false, cards: 1 }, "1 batch, 1 card, is at the grader outside a group."],
    [{ count: 4, is_more: false, cards: 57 }, "4 batches, 57 cards, are at the grader outside a group."],
    [{ count: 1000, is_more: true, cards: 9 }, "1,000+ batches are at the grader outside a group."],
    [{ count: 1, is_more: true, cards: 9 }, "1+ batches are at the grader outside a group."],
    [{ count: 0, is_more: true, cards: 0 }, "Of those looked at, no batch is at the grader outside a group."],
  ])("what is at the grader outside a group is said beside the groups: %j", (outside, words) => {
    expect(show({ outside }).textContent).toContain(words);
    expect(screen.getByRole("link", { name: "All at the grader" }).getAttribute("href")).toBe(
      "/admin?view=at_grader",
    );
  });

  test("where all that is at the grader is in groups nothing is said of it", () => {
    expect(show().textContent).not.toContain("outside a group");
  });

  test("what was not sent yet is among the groups that are not back", () => {
    show();
    const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual([
      "Begin a group",
      "Groups not back yet",
      "Ready to send: 0",
      "Groups that are back",
    ]);
  });
});

describe("open group form", () => {
  test("the graders that the settings name are offered, so that a group has the name by which its page is found", () => {
    const html = renderToStaticMarkup(<OpenGroupForm grader="PSA" graders={["PSA", "BGS"]} />);
    const list = html.match(/list="([^"]+)"/)?.[1];
    expect(html).toContain(
      `<datalist id="${list}"><option value="PSA"></option><option value="BGS"></option></datalist>`,
    );
  });
});

describe("close group form", () => {
  const refresh = jest.fn();
  beforeEach(() => void Object.assign(navigation, { refresh }));

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
    await endpoint.settle();
    screen.getByText(CHANGED);
    rerender(screenOf("closed"));
    expect(screen.getAllByText(CHANGED)).toHaveLength(1);
  });

  test("what is said of somebody else's press goes with the next one", async () => {
    render(screenOf("open"));
    endpoint.answer({ status: 409, body: { code: "group_changed", error: CHANGED } });
    fireEvent.change(cards(), { target: { value: "60" } });
    press();
    await endpoint.settle();
    screen.getByText(CHANGED);
    endpoint.answer({ status: 409, body: { code: "group_empty", error: "This group has no batches." } });
    press();
    await endpoint.settle();
    screen.getByText("This group has no batches.");
    expect(screen.queryByText(CHANGED)).toBeNull();
  });

  test("what was typed before the script came counts", async () => {
    const container = serverRendered(screenOf("open"));
    cards().value = "60";
    render(screenOf("open"), { container, hydrate: true });
    endpoint.answer({ status: 200, body: {} });
    press();
    await endpoint.settle();
    expect(endpoint.calls).toHaveLength(1);
    expect(endpoint.calls[0]?.body).toMatchObject({ cards: 60, version: 3 });
  });

  test("a number that differs is typed again, into an empty field", async () => {
    render(screenOf("open"));
    endpoint.answer({ status: 409, body: { code: "cards_differ", error: "60 were counted here." } });
    fireEvent.change(cards(), { target: { value: "59" } });
    press();
    await endpoint.settle();
    screen.getByText("60 were counted here.");
    expect(cards().value).toBe("");
    endpoint.answer({ status: 200, body: {} });
    fireEvent.change(cards(), { target: { value: "59" } });
    press();
    await endpoint.settle();
    expect(endpoint.calls).toHaveLength(2);
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
    await endpoint.settle();
    screen.getByText("Take it out.");
    expect(screen.getByRole("link", { name: result.batch_id })).toBeTruthy();
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

describe("group undo", () => {
  // Messages of the test before are gone after their three seconds.
  beforeEach(() => {
    jest.useFakeTimers();
    const { unmount } = render(<Toaster />);
    act(() => jest.advanceTimersByTime(3_000));
    unmount();
    jest.useRealTimers();
  });

  beforeAll(withDialogs);
  const step: GroupAct = {
    id: "00000000-0000-4000-8000-0000000000ac",
    kind: "group_step",
    group_step: "shipped",
    orders: 2,
    order_id: null,
    batch_id: null,
    actor_email: "staff1@slabrelay.test",
    created_at: "2026-11-25T10:00:00Z",
  };
  const sent = { submission_status: "shipped", grading_submission_number: "12345678" } as const;
  const kept = aGroupMember({
    ...sent,
    id: "00000000-0000-4000-8000-00000000000b",
    batch_id: "BATCH-KEPT0001-2345",
  });
  const members = [aGroupMember(sent), kept];
  const disputed = {
    id: kept.id,
    outcome: "changed_since",
    event: {
      id: 9,
      type: "adjustment",
      actor_type: "customer",
      actor_email: null,
      from_value: "proposed",
      to_value: "upcharge:declined:dispute:1:4000",
      occurred_at: "2026-11-25T11:00:00Z",
      public: true,
    },
  };

  /** The page of a group, with what can be taken back while there is something. */
  const screenOf = (acts: GroupAct[]) => (
    <SeenGroup version={3}>
      <GroupNews />
      {acts.length > 0 ? <GroupActList acts={acts} members={members} /> : null}
      <Toaster />
    </SeenGroup>
  );
  const press = () => {
    const button = screen.getByRole("button", { name: "Undo: On its way to the grader" });
    button.focus();
    fireEvent.click(button);
  };
  const answer = (results: unknown[]) => endpoint.answer({ status: 200, body: { results } });
  const taken = { id: members[0]?.id, outcome: "undone" };

  test("which batch a step is not taken back on, and why, stays when the step is gone from the list", async () => {
    const { rerender } = render(screenOf([step]));
    answer([taken, disputed]);
    press();
    await endpoint.settle();
    const toast = screen.getByText("1 taken back, 1 not");
    expect(toast.closest("[class*=success]")).toBeNull();
    rerender(screenOf([]));
    // The button that was pressed is gone, and the page may be long.
    expect(document.activeElement?.contains(screen.getByText("Not taken back"))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    expect(
      screen.getByText(
        "BATCH-KEPT0001-2345: Not taken back: changed since by Customer (Proposal: Upcharge: disputed (1 card, $40.00))",
      ),
    ).toBeTruthy();
  });

  test("moves the focus to the result after a reason was asked for", async () => {
    const { rerender } = render(screenOf([step]));
    answer([{ id: kept.id, outcome: "reason_required" }]);
    press();
    await endpoint.settle();
    const dialog = screen.getByRole("dialog");
    fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "The wrong group" } });
    answer([taken, disputed]);
    fireEvent.click(screen.getByRole("button", { name: "Take back" }));
    await endpoint.settle();
    const told = screen.getByText("Not taken back");
    expect(dialog.hasAttribute("open")).toBe(false);
    rerender(screenOf([]));
    expect(document.activeElement?.contains(told)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  test("clears the result with the next click", async () => {
    render(screenOf([step]));
    answer([taken, disputed]);
    press();
    await endpoint.settle();
    screen.getByText("Not taken back");
    answer([taken]);
    press();
    await endpoint.settle();
    screen.getByText("1 taken back");
    expect(screen.queryByText("Not taken back")).toBeNull();
  });

  const row = (group: Parameters<typeof aGraderGroup>[0]) => {
    const member = aGroupMember({ ...sent, refusal: "sent_before" });
    return serverRendered(
      <SeenGroup version={3}>
        <MemberTable group={aGraderGroup(group)} members={[member]} />
      </SeenGroup>,
    ).textContent;
  };

  test("a batch that kept the step which its closed group lost has gone already", () => {
    const text = row({ step: "closed", submission_number: "12345678" });
    expect(text).toContain("Gone already: its step is ahead of its group's");
    expect(text).not.toContain("Must not go");
  });

  test("one that went before must not go with an open group", () => {
    expect(row({ step: "open" })).toContain("Must not go: it was sent to a grader before");
  });
});
