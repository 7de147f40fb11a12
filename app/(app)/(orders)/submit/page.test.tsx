import { renderToStaticMarkup } from "react-dom/server";
import SubmitPage from "@/app/(app)/(orders)/submit/page";
import { loadPerson } from "@/lib/auth/session/loaders";
import { loadSubmitPage } from "@/lib/orders/loaders";

jest.mock("server-only", () => ({}));
jest.mock("@/lib/auth/session/loaders", () => ({
  redirectIfSecondFactorNeeded: jest.fn(),
  loadPerson: jest.fn(),
}));
jest.mock("@/lib/orders/loaders", () => ({ loadSubmitPage: jest.fn() }));
jest.mock("@/components/orders/submit/submit-screens", () => ({ SubmitMember: () => "the form" }));
jest.mock("@/lib/base/env", () => ({ env: () => ({ APP_URL: "http://localhost:3000" }) }));

test("offers a retry and logs the error when the membership can't be read", async () => {
  const printed = jest.spyOn(console, "error").mockImplementation(() => {});
  jest.mocked(loadPerson).mockResolvedValue({ userId: "u1", email: "casey@example.com" } as never);
  jest.mocked(loadSubmitPage).mockRejectedValue(new Error("database away"));
  const html = renderToStaticMarkup(await SubmitPage({ searchParams: Promise.resolve({}) }));
  expect(html).toContain("Something went wrong");
  expect(html).toContain("We couldn&#x27;t check your subscription status. Please try refreshing the page.");
  expect(html).toMatch(/<button[^>]*><span>Refresh Page/);
  expect(printed.mock.calls.join()).toContain('"submit.load"');
});

test.each([
  [{ plan: "pro" }, { staff_role: null, subscription: null }, "Subscription Required"],
  [{ plan: "pro" }, { staff_role: null, subscription: { plan_type: "pro" } }, "the form"],
  [{ plan: "pro" }, { staff_role: "staff", subscription: null }, "the form"],
  [{ plan: "pro", mode: "payg" }, { staff_role: null, subscription: null }, "the form"],
  [{ plan: "free" }, { staff_role: null, subscription: null }, "the form"],
  [{}, { staff_role: null, subscription: null }, "the form"],
])("given the query %j and the data %j, shows %s", async (query, page, shown) => {
  jest.mocked(loadPerson).mockResolvedValue({ userId: "u1", email: "casey@example.com" } as never);
  jest.mocked(loadSubmitPage).mockResolvedValue(page as never);
  const html = renderToStaticMarkup(await SubmitPage({ searchParams: Promise.resolve(query) }));
  for (const text of ["Subscription Required", "the form"]) expect(html.includes(text)).toBe(text === shown);
});
