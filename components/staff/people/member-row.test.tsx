/** @jest-environment jsdom */
import { fireEvent, render, screen, within } from "@testing-library/react";
import { MemberRow } from "@/components/staff/people/member-row";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { Member } from "@/lib/staff/people/schema";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

beforeAll(withDialogs);
const endpoint = stubEndpoint();
const EMAIL = "casey@example.test";
const member: Member = {
  ...{ user_id: "00000000-0000-4000-8000-000000000001", email: EMAIL, version: 1 },
  ...{ role: "staff", rights: ["refunds"], is_main: false, created_at: "2026-11-01T00:00:00Z" },
};
const show = (props: Partial<Parameters<typeof MemberRow>[0]> = {}) =>
  render(<MemberRow member={member} isMe={false} mayChangeRights mayHandOver {...props} />);
const names = () => screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));

test("on a person's line are their rights and the way to remove them, and nothing graver", () => {
  show();
  expect(names()).toEqual([`Rights of ${EMAIL}`, `Remove ${EMAIL}`]);
});

test("the main owner hands over from the rights, after a question", async () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: `Rights of ${EMAIL}` }));
  const rights = screen.getByRole("dialog", { name: "What may they do?" });
  fireEvent.click(within(rights).getByRole("button", { name: "Make main owner…" }));
  const question = screen.getByRole("dialog", { name: "Hand over?" });
  expect(screen.queryByRole("dialog", { name: "What may they do?" })).toBeNull();
  expect(endpoint.calls).toEqual([]);
  endpoint.answer({ status: 200, body: { outcome: "handed_over" } });
  fireEvent.click(within(question).getByRole("button", { name: "Hand over" }));
  await screen.findByRole("button", { name: `Rights of ${EMAIL}` });
  expect(endpoint.calls).toEqual([{ path: staffApiPaths.mainOwner, body: { user_id: member.user_id } }]);
});

test("rights that are picked and not saved are not dropped by handing over", () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: `Rights of ${EMAIL}` }));
  const rights = () => screen.getByRole("dialog", { name: "What may they do?" });
  const handOver = () => within(rights()).getByRole("button", { name: "Make main owner…" });
  const owner = () => within(rights()).getByLabelText(/^Owner/);
  const first = () => within(rights()).getByLabelText("Refund");
  for (const field of [owner, first]) {
    fireEvent.click(field());
    fireEvent.click(handOver());
    expect(screen.queryByRole("dialog", { name: "Hand over?" })).toBeNull();
    expect(handOver().getAttribute("aria-describedby")).toBe(
      within(rights()).getByText(/^Save the rights/).id,
    );
    fireEvent.click(field());
    expect(within(rights()).queryByText(/^Save the rights/)).toBeNull();
  }
  expect(handOver().getAttribute("aria-describedby")).toBeNull();
  fireEvent.click(handOver());
  expect(screen.getByRole("dialog", { name: "Hand over?" })).toBeTruthy();
});

test("who is not the main owner is not offered to hand over", () => {
  show({ mayHandOver: false });
  fireEvent.click(screen.getByRole("button", { name: `Rights of ${EMAIL}` }));
  expect(screen.queryByRole("button", { name: /main owner/ })).toBeNull();
});

test("nobody changes their own rights, and who may not change rights removes at most", () => {
  const { unmount } = show({ isMe: true });
  expect(screen.queryAllByRole("button")).toEqual([]);
  unmount();
  show({ mayChangeRights: false, mayHandOver: false });
  expect(names()).toEqual([`Remove ${EMAIL}`]);
});
