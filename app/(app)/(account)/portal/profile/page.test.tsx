import { renderToStaticMarkup } from "react-dom/server";
import ProfilePage from "@/app/(app)/(account)/portal/profile/page";
import { requireUser } from "@/lib/auth/session/loaders";

jest.mock("server-only", () => ({}));
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));
jest.mock("@/lib/auth/session/loaders", () => ({ requireUser: jest.fn() }));
jest.mock("@/lib/auth/account/loaders", () => ({ loadSignInMethods: async () => null }));
jest.mock("@/lib/membership/loaders", () => ({
  loadProfilePage: async () => ({ profile: null, isStaff: false, optionalEmails: true, membership: null }),
}));

const open = async (query: Record<string, string>) => {
  jest.mocked(requireUser).mockResolvedValue({ userId: "u1", email: "casey@example.com" } as never);
  return renderToStaticMarkup(await ProfilePage({ searchParams: Promise.resolve(query) }));
};

test("says what the email is now after it was changed, and nothing otherwise", async () => {
  expect(await open({ changed: "email" })).toContain("Your email is now casey@example.com.");
  expect(await open({})).not.toContain("Your email is now");
});
