/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { GroupActList } from "@/components/staff/groups/group-act-list";
import { MemberTable } from "@/components/staff/groups/member-table";
import { GroupNews, SeenGroup } from "@/components/staff/groups/seen-group";
import { Toaster } from "@/components/ui/toast";
import type { GroupAct } from "@/lib/staff/groups/grader-group";
import { aGraderGroup, aGroupMember } from "@/sandbox/builders/group-as-read";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const router = { refresh: () => {} };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

const endpoint = stubEndpoint();
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
  const button = screen.getByRole("button", { name: "Undo: Shipped to grader" });
  button.focus();
  fireEvent.click(button);
};
const answer = (results: unknown[]) => endpoint.answer({ status: 200, body: { results } });
const taken = { id: members[0]?.id, outcome: "undone" };

test("which batch a step is not taken back on, and why, stays when the step is gone from the list", async () => {
  const { rerender } = render(screenOf([step]));
  answer([taken, disputed]);
  press();
  const toast = await screen.findByText("1 taken back, 1 not");
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

test("it has the keyboard also after a reason was asked for, though its dialog gives it back to the button", async () => {
  const { rerender } = render(screenOf([step]));
  answer([{ id: kept.id, outcome: "reason_required" }]);
  press();
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "The wrong group" } });
  answer([taken, disputed]);
  fireEvent.click(screen.getByRole("button", { name: "Take back" }));
  const told = await screen.findByText("Not taken back");
  expect(dialog.hasAttribute("open")).toBe(false);
  rerender(screenOf([]));
  expect(document.activeElement?.contains(told)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test("it goes with the next press", async () => {
  render(screenOf([step]));
  answer([taken, disputed]);
  press();
  await screen.findByText("Not taken back");
  answer([taken]);
  press();
  await screen.findByText("1 taken back");
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
