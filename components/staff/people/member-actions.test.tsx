/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { AddMemberForm, RemoveMember } from "@/components/staff/people/member-actions";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { withDialogs } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

beforeAll(withDialogs);
const endpoint = stubEndpoint();
const EMAIL = "casey@example.test";
const answerOf = (dialog: string, name: string) =>
  within(screen.getByRole("dialog", { name: dialog })).getByRole("button", { name });
const field = () => screen.getByLabelText<HTMLInputElement>("Email");

function ask() {
  render(<AddMemberForm />);
  fireEvent.change(field(), { target: { value: EMAIL } });
  fireEvent.click(screen.getByRole("button", { name: "Add to staff" }));
}

test("who is added is asked about first; then the field is empty for the next one", async () => {
  endpoint.answer({ status: 200, body: {} });
  ask();
  expect(endpoint.calls).toEqual([]);
  fireEvent.click(answerOf("Add to the staff?", "Add"));
  await waitFor(() => expect(field().value).toBe(""));
  expect(endpoint.calls).toEqual([{ path: staffApiPaths.members, body: { email: EMAIL } }]);
});

test("an address that is refused says so at its field, and stays", async () => {
  endpoint.answer({ status: 404, body: { error: "There is no account with this address." } });
  ask();
  fireEvent.click(answerOf("Add to the staff?", "Add"));
  expect(await screen.findByText("There is no account with this address.")).toBeTruthy();
  expect(field().value).toBe(EMAIL);
  expect(field().getAttribute("aria-invalid")).toBe("true");
});

test("who is removed is asked about first", async () => {
  endpoint.answer({ status: 200, body: {} });
  render(<RemoveMember userId="user-1" email={EMAIL} />);
  fireEvent.click(screen.getByRole("button", { name: `Remove ${EMAIL}` }));
  expect(endpoint.calls).toEqual([]);
  fireEvent.click(answerOf("Remove from the staff?", "Remove"));
  await waitFor(() => expect(endpoint.calls).toHaveLength(1));
  expect(endpoint.calls).toEqual([{ path: staffApiPaths.members, body: { user_id: "user-1" } }]);
});
