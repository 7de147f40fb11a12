import { renderToStaticMarkup } from "react-dom/server";
import ProfilePage from "@/app/(app)/(account)/portal/profile/page";
import { requireUser } from "@/lib/auth/session/loaders";
import type { Membership } from "@/lib/membership/membership";

const membership: Membership = {
  plan_type: "pro",
  next_plan_type: null,
  status: "active",
  created_at: "2026-11-05T00:00:00Z",
  current_period_start: "2026-11-05T00:00:00Z",
  current_period_end: "9999-12-05T00:00:00Z",
  cancel_at_period_end: false,
};
let member: Membership | null = null;

jest.mock("server-only", () => ({}));
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));
jest.mock("@/lib/auth/session/loaders", () => ({ requireUser: jest.fn() }));
jest.mock("@/lib/auth/account/loaders", () => ({ loadSignInMethods: async () => null }));
jest.mock("@/lib/membership/loaders", () => ({
  loadProfilePage: async () => ({ profile: null, isStaff: false, mailLevel: "all", membership: member }),
}));

const open = async (query: Record<string, string>) => {
  jest.mocked(requireUser).mockResolvedValue({ userId: "u1", email: "casey@example.com" } as never);
  return renderToStaticMarkup(await ProfilePage({ searchParams: Promise.resolve(query) }));
};

test("who left a membership's payment page reads which one, and that nothing was charged", async () => {
  member = null;
  const html = await open({ left: "pro" });
  expect(html).toContain("You left the checkout of Serious Collector");
  expect(html).toContain("Nothing was charged");
  expect(html).toContain('href="/pricing?plan=pro"');
});

test.each([
  ["who did not come from there", {}, null],
  ["a plan that is none", { left: "platinum" }, null],
  ["who is a member by now", { left: "pro" }, membership],
])("%s reads nothing of it", async (_who, query, now) => {
  member = now;
  expect(await open(query as Record<string, string>)).not.toContain("You left the checkout");
});
