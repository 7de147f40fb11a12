import { renderToStaticMarkup } from "react-dom/server";
import { MembershipGuard } from "@/components/membership/membership-guard";
import type { MembershipGate } from "@/lib/membership/membership-state";

const refresh = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));

const rendered = (gate: MembershipGate) =>
  renderToStaticMarkup(<MembershipGuard gate={gate}>for members only</MembershipGuard>);
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, text]) => [
    text?.trim(),
    href?.replaceAll("&amp;", "&"),
  ]);

test("an open gate shows the page", () => {
  expect(rendered("open")).toBe("for members only");
});

test("without a membership: what is missing, and three ways on", () => {
  const html = rendered("required");
  expect(html).not.toContain("for members only");
  expect(html).toContain("Subscription Required");
  expect(links(html)).toEqual([
    ["Choose a Plan", "/pricing"],
    ["Try Free Plan ($25/card)", "/login?next=/submit&plan=free"],
    ["Back to Home", "/"],
  ]);
});

test("a membership that cannot be read: what happened, and another try", () => {
  const html = rendered("failed");
  expect(html).not.toContain("for members only");
  expect(html).toContain("Something went wrong");
  expect(html).toContain("We couldn&#x27;t check your subscription status. Please try refreshing the page.");
  expect(html).toMatch(/<button[^>]*>[^<]*(<[^>]+>)*Refresh Page/);
});
