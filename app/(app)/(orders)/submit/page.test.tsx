import { renderToStaticMarkup } from "react-dom/server";
import SubmitPage from "@/app/(app)/(orders)/submit/page";
import { loadPerson } from "@/lib/auth/session/loaders";
import { loadSubmitPage } from "@/lib/orders/loaders";

jest.mock("server-only", () => ({}));
jest.mock("@/lib/auth/session/loaders", () => ({ leadIfOwing: jest.fn(), loadPerson: jest.fn() }));
jest.mock("@/lib/orders/loaders", () => ({ loadSubmitPage: jest.fn() }));

test("a membership that cannot be read is told by the guard, with another try, and stands in the log", async () => {
  const printed = jest.spyOn(console, "error").mockImplementation(() => {});
  jest.mocked(loadPerson).mockResolvedValue({ userId: "u1", email: "casey@example.com" } as never);
  jest.mocked(loadSubmitPage).mockRejectedValue(new Error("database away"));
  const html = renderToStaticMarkup(await SubmitPage({ searchParams: Promise.resolve({}) }));
  expect(html).toContain("Something went wrong");
  expect(html).toContain("We couldn&#x27;t check your subscription status. Please try refreshing the page.");
  expect(html).toMatch(/<button[^>]*>Refresh Page/);
  expect(printed.mock.calls.join()).toContain('"submit.load"');
});
