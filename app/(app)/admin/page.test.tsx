import { renderToStaticMarkup } from "react-dom/server";
import AdminPage from "@/app/(app)/admin/page";
import { loadForStaff, loadTabsRole } from "@/lib/staff/loaders";

jest.mock("next/navigation", () => ({ usePathname: () => "/admin", useRouter: () => ({}) }));
jest.mock("@/lib/staff/orders/data", () => ({ listOrders: jest.fn() }));
jest.mock("@/lib/staff/orders/data", () => ({ getOrder: jest.fn() }));
jest.mock("@/lib/staff/loaders", () => ({ loadForStaff: jest.fn(), loadTabsRole: jest.fn() }));

const NO_ORDERS = {
  staff_role: "staff",
  orders: [],
  next_cursor: null,
  previous_cursor: null,
  stopped_at: null,
  total: { count: 0, is_more: false },
  views: null,
};

async function rendered(query: Record<string, string>, page: object | null): Promise<string> {
  jest.mocked(loadForStaff).mockResolvedValue(page && { data: [page, null] });
  return renderToStaticMarkup(await AdminPage({ searchParams: Promise.resolve(query) }));
}

test("offers to try again when the read fails", async () => {
  const html = await rendered({}, null);
  expect(html).toContain("Failed to fetch orders");
  expect(html).toContain("Try Again");
  expect(html).not.toContain("No orders");
});

test.each([
  ["owner", true],
  [null, false],
] as const)("shows the tabs for the role %s on a failed page (People tab: %s)", async (role, hasPeople) => {
  jest.mocked(loadTabsRole).mockResolvedValue(role);
  const html = await rendered({}, null);
  expect(/>People</.test(html)).toBe(hasPeople);
});

test("links to the next page when a search stops early", async () => {
  const at = "2026-03-01T10:00:00.5+00:00";
  const id = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  const html = await rendered(
    { q: "com" },
    { ...NO_ORDERS, total: null, stopped_at: at, next_cursor: { at, id } },
  );
  expect(html).toContain("No match yet");
  expect(html).toContain("Continue on the next page");
  const query = new URLSearchParams({ q: "com", at, id }).toString().replaceAll("&", "&amp;");
  expect(html).toContain(`href="/admin?${query}"`);
});
