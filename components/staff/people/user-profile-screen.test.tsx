/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { UserProfileScreen } from "@/components/staff/people/user-profile-screen";
import { emptyProfile } from "@/lib/profile/profile";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { aStaffOrder } from "@/sandbox/builders/order";
import { aProfile } from "@/sandbox/builders/profile";

jest.mock("next/navigation", () => ({ usePathname: () => "/admin/user-profile" }));
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
  Object.assign(navigator, { clipboard: { writeText: async (text: string) => void copied.push(text) } });
});

const show = (profile = PROFILE, orders = [aStaffOrder({ id: ID })]) =>
  render(<UserProfileScreen profile={profile} orders={orders} staffRole="staff" />);

test.each([
  ["Copy name", "Casey Collector"],
  ["Copy email", "casey@example.com"],
  ["Copy phone", "+1 503 555 0100"],
  ["Copy full address", "Casey Collector\n77 Sunset Strip\nAustin, TX 78701\nUS"],
])("%s copies %j", async (name, text) => {
  show();
  await act(async () => fireEvent.click(screen.getByRole("button", { name })));
  expect(copied).toEqual([text]);
});

test("contact and shipping address are shown, and each order leads to its page", () => {
  show();
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "Casey CollectorCopy name",
    "casey@example.comCopy email",
    "+1 503 555 0100Copy phone",
  ]);
  expect(screen.getByText("Austin, TX 78701")).toBeTruthy();
  const order = screen.getByRole("link", { name: "BATCH-TEST0001-2345" });
  expect(order.getAttribute("href")).toBe(`/admin/order/${ID}`);
});

test("an order whose package waits to be opened says so", () => {
  show(PROFILE, [aStaffOrder({ id: ID, arrived_at: "2026-11-20T12:00:00Z" })]);
  expect(screen.getByText("Here, unopened")).toBeTruthy();
});

test("what is not known has no button", () => {
  show({ ...PROFILE, full_name: null, phone: null, address_line1: null } as never, []);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Copy email"]);
  expect(screen.getByText("No address on the profile.")).toBeTruthy();
  expect(screen.getByText("No orders yet.")).toBeTruthy();
});
