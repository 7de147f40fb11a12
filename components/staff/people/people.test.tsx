/** @jest-environment jsdom */

import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { AddMemberForm, RemoveMember } from "@/components/staff/people/member-actions";
import { PeopleScreen } from "@/components/staff/people/people-screen";
import { UserProfileScreen } from "@/components/staff/people/user-profile-screen";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { emptyProfile } from "@/lib/profile/profile";
import type { Member } from "@/lib/staff/people/people";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { aStaffOrder } from "@/sandbox/builders/order";
import { aProfile } from "@/sandbox/builders/profile";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();
beforeAll(withDialogs);

describe("member actions", () => {
  const EMAIL = "casey@example.test";
  const answerOf = (dialog: string, name: string) =>
    within(screen.getByRole("dialog", { name: dialog })).getByRole("button", { name });
  const field = () => screen.getByLabelText<HTMLInputElement>("Email");

  function ask() {
    render(<AddMemberForm />);
    fireEvent.change(field(), { target: { value: EMAIL } });
    fireEvent.click(screen.getByRole("button", { name: "Add to staff" }));
  }

  test("asks before adding a staff member, then clears the field", async () => {
    endpoint.answer({ status: 200, body: {} });
    ask();
    expect(endpoint.calls).toEqual([]);
    fireEvent.click(answerOf("Add this person to staff?", "Add to staff"));
    await endpoint.settle();
    expect(field().value).toBe("");
    expect(endpoint.calls).toEqual([{ path: staffApiPaths.members, body: { email: EMAIL } }]);
  });

  test("shows an error at the email field and keeps the email", async () => {
    endpoint.answer({ status: 404, body: { error: "There is no account with this address." } });
    ask();
    fireEvent.click(answerOf("Add this person to staff?", "Add to staff"));
    await endpoint.settle();
    expect(screen.getByText("There is no account with this address.")).toBeTruthy();
    expect(field().value).toBe(EMAIL);
    expect(field().getAttribute("aria-invalid")).toBe("true");
  });

  test("asks before removing access", async () => {
    endpoint.answer({ status: 200, body: {} });
    render(<RemoveMember userId="user-1" email={EMAIL} />);
    fireEvent.click(screen.getByRole("button", { name: `Remove ${EMAIL}` }));
    expect(endpoint.calls).toEqual([]);
    fireEvent.click(answerOf("Remove access?", "Remove access"));
    await endpoint.settle();
    expect(endpoint.calls).toEqual([{ path: staffApiPaths.members, body: { user_id: "user-1" } }]);
  });
});

describe("people screen", () => {
  const [OWNER, STAFF] = ["olive@example.test", "casey@example.test"];
  const people: Member[] = [OWNER, STAFF].map((email, n) => ({
    user_id: `00000000-0000-4000-8000-00000000000${n}`,
    role: email === OWNER ? "owner" : "staff",
    email,
    created_at: "2026-11-01T00:00:00Z",
  }));

  test("lets owners remove everyone but themselves", () => {
    render(<PeopleScreen me={String(people[0]?.user_id)} staff_role="owner" people={people} />);
    const names = screen.getAllByRole("button", { name: /^Remove/ }).map((button) => button.ariaLabel);
    expect(names).toEqual([`Remove ${STAFF}`]);
    expect(screen.getByText("Owner").closest("li")?.textContent).toContain(`${OWNER}(you)`);
  });
});

describe("user profile screen", () => {
  beforeAll(withoutLayout);

  const ID = "00000000-0000-4000-8000-000000000001";
  const { updated_at: _, ...empty } = emptyProfile(ID);
  const PROFILE = {
    ...empty,
    ...aProfile(),
    phone: "+1 503 555 0100",
    email: "casey@example.com",
    created_at: "2026-11-01T10:00:00Z",
    subscription: null,
  };
  const copied: string[] = [];

  beforeEach(() => {
    copied.length = 0;
    const writeText = async (text: string) => void copied.push(text);
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  });

  const show = (profile = PROFILE, orders = [aStaffOrder({ id: ID })]) =>
    render(<UserProfileScreen profile={profile} orders={orders} staffRole="staff" />);

  test.each([
    ["Copy name", "Casey Collector"],
    ["Copy email", "casey@example.com"],
    ["Copy phone", "+1 503 555 0100"],
    ["Copy full address", "Casey Collector\n77 Sunset Strip\nAustin, TX 78701\nUS"],
  ])('clicks "%s" to copy %j', async (name, text) => {
    show();
    await act(async () => fireEvent.click(screen.getByRole("button", { name })));
    expect(copied).toEqual([text]);
  });

  test("shows the contact and address and links each order", () => {
    show();
    expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "Casey CollectorCopy name",
      "casey@example.comCopy email",
      "+1 503 555 0100Copy phone",
    ]);
    expect(screen.getByText("Austin, TX 78701")).toBeTruthy();
    const order = screen.getByRole("link", { name: /BATCH-TEST0001/ });
    expect(order.getAttribute("href")).toBe(`/admin/order/${ID}`);
  });
});
