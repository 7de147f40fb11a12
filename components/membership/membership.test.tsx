/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MembershipCard } from "@/components/membership/membership-card";
import { MembershipGuard } from "@/components/membership/membership-guard";
import { PlanCheckout } from "@/components/membership/plan-checkout";
import { MonthlyLimitReached, QuotaCard } from "@/components/membership/quota-card";
import { SuccessCard, SuccessError, SuccessProgress } from "@/components/membership/success-progress";
import { apiPaths } from "@/lib/base/api-paths";
import { SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";
import type { MembershipGate } from "@/lib/membership/membership-state";
import type { Membership } from "@/lib/membership/stored-membership";
import { aMembership } from "@/sandbox/builders/membership";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

describe("membership card", () => {
  const NOW = Date.parse("2026-11-20T00:00:00Z");

  const textOf = (fields: Partial<Membership>) => {
    const overview = { isStaff: false, membership: aMembership(fields) };
    const { container, unmount } = render(<MembershipCard overview={overview} now={NOW} />);
    const text = container.textContent ?? "";
    unmount();
    return text;
  };

  test("shows the plan, its end date and the next plan", () => {
    const text = textOf({ plan_type: "elite", next_plan_type: "starter" });
    expect(text).toMatch(/^MembershipPlanVolume Master/);
    expect(text).toMatch(/Rate per card\$19\.00/);
    expect(text).toMatch(/Price\$249\.00 a month/);
    expect(text).toContain(
      "Starting December 6, 2026: Casual Collector. $29.00 a month, $25.00 per card, up to 100 cards a month.",
    );
  });
});

describe("membership guard", () => {
  const rendered = (gate: MembershipGate) =>
    renderToStaticMarkup(<MembershipGuard gate={gate}>for members only</MembershipGuard>);
  const links = (html: string) =>
    [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, text]) => [
      text?.trim(),
      href?.replaceAll("&amp;", "&"),
    ]);

  test("explains that a membership is required and offers three next steps", () => {
    const html = rendered("required");
    expect(html).not.toContain("for members only");
    expect(html).toContain("Subscription Required");
    expect(links(html)).toEqual([
      ["Choose a Plan", "/pricing"],
      ["Try Free Plan ($25/card)", "/login?next=/submit&plan=free"],
      ["Back to Home", "/"],
    ]);
  });

  test("reports that the membership can't be read and offers a retry", () => {
    const html = rendered("failed");
    expect(html).not.toContain("for members only");
    expect(html).toContain("Something went wrong");
    expect(html).toContain(
      "We couldn&#x27;t check your subscription status. Please try refreshing the page.",
    );
    expect(html).toMatch(/<button[^>]*>[^<]*(<[^>]+>)*Refresh Page/);
  });
});

describe("monthly limit reached", () => {
  const MONTH = { start: "2026-12-01", end: "2026-12-31", used_cards: 500, held_cards: 0 };

  test.each([
    ["starter", true],
    ["pro", true],
    ["elite", false],
  ] as const)("shows when the limit of a %s member resets, and offers an upgrade: %s", (plan, isOffered) => {
    render(<MonthlyLimitReached plan={plan} month={MONTH} />);
    expect(screen.getByRole("heading").textContent).toBe("Monthly Limit Reached");
    // The day after the period ends.
    const words = "Your limit resets on Jan 1. Until then, extra cards are $25.00 each.";
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryAllByRole("button", { name: "Upgrade plan" })).toHaveLength(isOffered ? 1 : 0);
    expect(screen.getByRole("link").getAttribute("href")).toBe("/submit?mode=payg");
  });
});

describe("quota card", () => {
  const MONTH = { start: "2026-11-01", end: "2026-11-30", used_cards: 320, held_cards: 0 };

  test("shows the plan, used and remaining cards, rate, period and reset date", () => {
    render(<QuotaCard plan="pro" limit={500} remaining={170} month={{ ...MONTH, held_cards: 10 }} />);
    const card = screen.getByRole("heading", { name: "This month" }).closest("div")?.parentElement;
    expect(card?.textContent).toContain("Serious Collector");
    expect(card?.textContent).toContain("320 of 500 cards");
    expect(screen.getByText("64% used")).toBeTruthy();
    const facts = screen
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(facts).toEqual([
      ["Remaining", "170 cards"],
      ["Payment pending", "10 cards"],
      ["Your rate", "$22.00 per card"],
    ]);
    expect(card?.textContent).toContain("Nov 1–30. Resets Dec 1.");
  });

  test.each([
    [374, "success", "bg-success"],
    [375, "warning", "bg-warning"],
    [450, "danger", "bg-danger"],
  ])("shows %d of 500 cards as a %s bar", (used, tone, color) => {
    const month = { ...MONTH, used_cards: used };
    render(<QuotaCard plan="pro" limit={500} remaining={500 - used} month={month} />);
    const bar = screen.getByRole<HTMLProgressElement>("progressbar", { name: "Cards used this month" });
    expect([bar.value, bar.max, bar.dataset.tone]).toEqual([used, 500, tone]);
    expect(bar.className).toContain(`:${color}`);
  });

  test("shows staff no limit and no progress bar", () => {
    render(<QuotaCard plan="elite" limit={null} remaining={null} month={MONTH} />);
    expect(screen.getByText("Unlimited")).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Your rate"]);
  });
});

describe("plan checkout", () => {
  // Stubs the channel to other tabs, which jsdom doesn't have.
  Object.assign(globalThis, {
    BroadcastChannel: class {
      close() {}
      postMessage() {}
    },
  });

  const endpoint = stubEndpoint();
  const checkouts = () => endpoint.calls.filter(({ path }) => path === apiPaths.membershipCheckout).length;

  function open(query: string, { isSignedIn = true } = {}) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = isSignedIn ? `${SIGNED_IN_COOKIE}=1` : `${SIGNED_IN_COOKIE}=; max-age=0`;
    window.history.replaceState(null, "", `/pricing${query}`);
    return render(<PlanCheckout />);
  }

  test.each([
    ["fails without a word", { status: 503, body: "<html>" }, "Failed to start checkout. Please try again."],
    ["answers without an address", { status: 200, body: {} }, "No checkout URL returned"],
    ["says why", { status: 503, body: { error: "Not now." } }, "Not now."],
  ])("shows an error and allows a retry when checkout %s", async (_what, answer, message) => {
    endpoint.answer(answer);
    open("?plan=pro");
    await endpoint.settle();
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.getByText("We couldn't start your Serious Collector membership")).toBeTruthy();
    const before = checkouts();
    fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await endpoint.settle();
    expect(checkouts()).toBe(before + 1);
  });

  test("links to the login with the plan when the session has ended", async () => {
    endpoint.answer({ status: 401, body: { error: "Please log in.", code: "sign_in_required" } });
    open("?plan=pro");
    await endpoint.settle();
    expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login?plan=pro");
  });

  test("asks visitors to create an account and sends no request", async () => {
    open("?plan=elite", { isSignedIn: false });
    await endpoint.settle();
    expect(screen.getByText("Create an account to join Volume Master")).toBeTruthy();
    const target = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect([target("Create Account"), target("Log in")]).toEqual(["/signup?plan=elite", "/login?plan=elite"]);
    expect(checkouts()).toBe(0);
  });

  test("rejects an unknown plan and shows nothing without a paid plan", async () => {
    open("?plan=platinum");
    await endpoint.settle();
    expect(screen.getByText("Invalid plan selected. Please try again.")).toBeTruthy();
    for (const query of ["", "?plan=free"]) {
      const { container } = open(query);
      expect(container.textContent).toBe("");
    }
    expect(checkouts()).toBe(0);
  });

  describe("returning from an unpaid payment page", () => {
    test("confirms that nothing was charged and offers to continue", async () => {
      endpoint.answer({ status: 503, body: { error: "Not now." } });
      const before = checkouts();
      open("?left=pro");
      await endpoint.settle();
      expect(screen.getByText("You didn't finish signing up for Serious Collector")).toBeTruthy();
      expect(screen.getByText("You haven't been charged.")).toBeTruthy();
      // The query is dropped, so that a reload or a shared URL doesn't show the notice again.
      await endpoint.settle();
      expect(location.search).toBe("");
      expect(checkouts()).toBe(before);
      fireEvent.click(screen.getByRole("button", { name: "Continue with Serious Collector" }));
      await endpoint.settle();
      expect(checkouts()).toBe(before + 1);
    });
  });
});

describe("success card", () => {
  const SESSION = "cs_test_a1b2c3d4e5";
  const NOW = Date.parse("2026-11-20T00:00:00Z");

  const links = () =>
    screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")?.split("?")[0]]);
  const facts = () =>
    Object.fromEntries(
      screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]),
    );

  test("shows a paid membership's plan, limit, status, dates and next step", () => {
    render(<SuccessCard membership={aMembership()} reference={SESSION} isSignedIn now={NOW} />);
    expect(facts()).toEqual({
      Plan: "Serious Collector",
      "Monthly limit": "500 cards",
      "Start date": expect.stringMatching(/^Nov 6/),
      "Renewal date": expect.stringMatching(/^Dec 6/),
    });
    expect(screen.getByText("Active")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Next steps" })).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(3);
    expect(links()).toEqual([
      ["Submit Cards", "/submit"],
      ["Go to Dashboard", "/dashboard"],
    ]);
  });

  test("offers signed-out people the login and the plans", () => {
    render(<SuccessCard membership={aMembership()} reference={SESSION} isSignedIn={false} now={NOW} />);
    expect(links()).toEqual([
      ["Log in", "/login"],
      ["View plans", "/pricing"],
    ]);
  });

  test.each([
    [false, "Active (being confirmed)"],
    [true, "Active"],
  ])(
    "shows unknown facts as the starter plan's (already processed: %s) with the status %s",
    (isProcessed, label) => {
      render(
        <SuccessCard membership={null} isProcessed={isProcessed} reference={SESSION} isSignedIn now={NOW} />,
      );
      expect(facts()).toMatchObject({ Plan: "Casual Collector", "Renewal date": "Pending" });
      expect(screen.getByText(label)).toBeTruthy();
    },
  );

  test.each([
    [{ userId: "u1", email: "casey@example.com" }, "Setting up your membership…"],
    [null, "Looking for your account…"],
  ])("shows a spinner while the outcome is unknown (payer: %j)", (payer, title) => {
    globalThis.fetch = jest.fn(() => new Promise<Response>(() => {}));
    const { container } = render(<SuccessProgress sessionId={SESSION} payer={payer} />);
    expect(screen.getByRole("heading").textContent).toBe(title);
    expect(container.querySelectorAll("svg.animate-spin")).toHaveLength(1);
  });

  test("offers a retry, the dashboard, support and the reference when an error occurs", () => {
    render(<SuccessError reference={SESSION} />);
    expect(screen.getByRole("alert").textContent).toContain(
      "Payment session not found. Please contact support if you were charged.",
    );
    expect(links().map(([text]) => text)).toEqual(["Try Again", "Go to Dashboard", "Contact Support"]);
    expect(screen.getByRole("alert").textContent).toContain(`Reference ID: ${SESSION}`);
  });
});
