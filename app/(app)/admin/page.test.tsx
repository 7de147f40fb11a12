import { renderToStaticMarkup } from "react-dom/server";
import AdminPage from "@/app/(app)/admin/page";
import { loadForStaff, loadTabsRole } from "@/lib/staff/loaders";

jest.mock("server-only", () => ({}));
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

test("a failed read says so and offers another try", async () => {
  const html = await rendered({}, null);
  expect(html).toContain("Failed to fetch orders");
  expect(html).toContain("Try Again");
  expect(html).not.toContain("No orders");
});

test.each([
  ["owner", true],
  ["staff", false],
  [null, false],
] as const)("a failed page has the tabs of the role %s; people: %s", async (role, hasPeople) => {
  jest.mocked(loadTabsRole).mockResolvedValue(role);
  const html = await rendered({}, null);
  expect(/>People</.test(html)).toBe(hasPeople);
});

test("nobody has ordered yet", async () => {
  expect(await rendered({}, NO_ORDERS)).toContain("No orders yet");
});

test("nothing fits a search: what was looked for, and the way back to all", async () => {
  const html = await rendered({ q: "<b>zz</b>" }, NO_ORDERS);
  expect(html).toContain("No orders found");
  expect(html).toContain("&lt;b&gt;zz&lt;/b&gt;");
  expect(html).toContain("Show all orders");
});

test("a search for something common that stopped goes on where it stopped", async () => {
  const at = "2026-03-01T10:00:00.5+00:00";
  const id = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  const html = await rendered(
    { q: "com" },
    { ...NO_ORDERS, total: null, stopped_at: at, next_cursor: { at, id } },
  );
  expect(html).toContain("No match yet");
  const query = new URLSearchParams({ q: "com", at, id }).toString().replaceAll("&", "&amp;");
  expect(html).toContain(`href="/admin?${query}"`);
});
