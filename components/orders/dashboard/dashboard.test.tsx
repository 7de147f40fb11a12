/** @jest-environment jsdom */

import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { drawerAddress } from "@/components/orders/dashboard/batch-link";
import { ClaimBatch } from "@/components/orders/dashboard/claim-batch";
import { DashboardNotice } from "@/components/orders/dashboard/dashboard-notice";
import { DashboardView } from "@/components/orders/dashboard/dashboard-view";
import { Alert } from "@/components/ui/alert";
import { goTo } from "@/lib/auth/sign-in/signed-in";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";
import { savePendingNotice } from "@/lib/orders/checkout/pending-notice";
import type { ClaimOffer } from "@/lib/orders/claims/claim-offer";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { anAdjustment, anOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);
jest.mock("@/lib/http/post-json");
jest.mock("@/lib/auth/sign-in/signed-in", () => ({
  ...jest.requireActual("@/lib/auth/sign-in/signed-in"),
  goTo: jest.fn(),
}));

beforeAll(withoutLayout);

describe("dashboard view", () => {
  const ORDERS = ["1", "2", "3", "4", "5", "6"].map((digit) =>
    anOrder({
      id: `00000000-0000-4000-8000-00000000000${digit}`,
      batch_id: digit === "6" ? null : `BATCH-TEST0001-000${digit}`,
      submission_status: "received",
    }),
  );
  const DASHBOARD = {
    profile_complete: false,
    tiles: { total: 6, awaiting: 6, currently_grading: 0, graded: 0, graded_cards_sum: 0 },
    recent: ORDERS.slice(0, 5),
    orders: ORDERS,
    canceled: [],
    proposals: [],
    prev_cursor: null,
    next_cursor: null,
  };

  /** A place in the list, where another page begins. */
  const CURSOR = { submitted_at: "2026-11-01T10:00:00Z", id: "00000000-0000-4000-8000-000000000001" };

  const columns = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

  test("shows tabs, tiles and links to submit and to the profile", () => {
    render(<DashboardView dashboard={DASHBOARD} tab="overview" />);
    const tabs = within(screen.getByRole("navigation", { name: "Submissions" })).getAllByRole("link");
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("href")])).toEqual([
      ["Overview", "/dashboard"],
      ["All Submissions", "/dashboard?tab=all"],
    ]);
    expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Total Submissions",
      "On the Way or Received",
      "Currently Grading",
      "Graded Cards",
    ]);
    const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(["Submit New Cards", "Go to profile"].map(hrefOf)).toEqual(["/submit", "/portal/profile"]);
    expect(screen.getByText("Complete Your Profile")).toBeTruthy();
  });

  test("shows how many orders the sign-in linked, if any", () => {
    const { rerender } = render(<DashboardView dashboard={DASHBOARD} tab="overview" linkedCount={2} />);
    expect(screen.getByRole("status").textContent).toBe(
      "Login successful! 2 previous order(s) linked to your account.",
    );
    rerender(<DashboardView dashboard={DASHBOARD} tab="overview" linkedCount={0} />);
    expect(screen.queryByRole("status")).toBeNull();
  });

  const toDos = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
  const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
  const variantOf = (name: string) => screen.getByRole("link", { name }).className;

  test("leads with the batch to ship, the longest waiting first, with one primary button", () => {
    const pending = ORDERS.map((order) => ({ ...order, submission_status: "pending" as const }));
    const [first, second] = pending;
    const older = pending[5];
    if (!first || !second || !older) throw new Error("six orders");
    const shipped = { ...second, inbound_shipped_at: "2026-11-19T12:00:00Z" };
    const view = (orders: typeof ORDERS) => (
      <DashboardView dashboard={{ ...DASHBOARD, recent: [first, shipped], orders }} tab="all" />
    );
    const { rerender } = render(view([first, shipped]));
    expect(heading()).toBe("Ship your 10 cards");
    expect(toDos()).toEqual(["10 cards · Nov 1…0001Print box label"]);
    expect(variantOf("Print box label")).not.toContain("secondary");
    expect(variantOf("Submit New Cards")).toContain("secondary");
    expect(screen.getByText("Shipped Nov 19 (reported by you)")).toBeTruthy();
    rerender(view([first, shipped, older]));
    expect(heading()).toBe("Ship 2 batches");
    const links = screen.getAllByRole("link", { name: "Print box label" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      `/orders/${older.id}/label`,
      `/orders/${first.id}/label`,
    ]);
    expect(links.map((link) => link.className.includes("secondary"))).toEqual([false, true]);
    rerender(view([shipped]));
    expect(toDos()).toEqual([]);
    // A later page doesn't know the newest batches.
    rerender(<DashboardView dashboard={{ ...DASHBOARD, orders: [first], prev_cursor: CURSOR }} tab="all" />);
    expect([heading(), ...toDos()]).toEqual(["Your submissions"]);
  });

  test("puts questions first, by deadline, and marks their rows", () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const about = (place: number, fields: Parameters<typeof anAdjustment>[0]) =>
      anAdjustment({ id: `proposal-${place}`, order_id: ORDERS[place]?.id, ...fields });
    const view = (proposals: ReturnType<typeof anAdjustment>[], prev: typeof CURSOR | null = null) => (
      <DashboardView
        dashboard={{ ...DASHBOARD, proposals, prev_cursor: prev }}
        tab={prev ? "all" : "overview"}
      />
    );
    const extra = about(5, { kind: "extra", qty: 1, deadline_at: inHours(1) });
    const { rerender } = render(view([extra]));
    expect(heading()).toBe("Answer 1 question");
    expect(toDos()).toEqual([expect.stringMatching(/^1 extra card\. Respond by .*…0000Answer question$/)]);
    expect(screen.getByRole("link", { name: "Answer question" }).getAttribute("href")).toBe(
      "/dashboard?batch=ORDER-00000000",
    );
    const rest = about(0, { status: "accepted", chosen_option: "send_rest", deadline_at: inHours(2) });
    rerender(view([extra, rest]));
    expect(toDos()[1]).toMatch(/^2 cards missing\. Send the rest by /);
    expect(screen.getByRole("link", { name: 'Print label "2 of 2"' }).getAttribute("href")).toContain(
      `/orders/${ORDERS[0]?.id}/label`,
    );
    expect(within(screen.getAllByRole("row")[1] as HTMLElement).getByText(/^Send the rest by /)).toBeTruthy();
    // Over, or with its payment pending.
    rerender(view([about(0, { deadline_at: inHours(-1) }), about(1, { kind: "extra", is_pending: true })]));
    expect(toDos()).toEqual([]);
    rerender(view([0, 1, 2, 3].map((place) => about(place, { deadline_at: inHours(place + 1) }))));
    expect(toDos()).toHaveLength(3);
    expect(heading()).toBe("Answer 4 questions");
    rerender(view([extra], CURSOR));
    expect(toDos()).toEqual([]);
    expect(screen.getByText(/^Respond by /)).toBeTruthy();
  });

  test("says what is due back next and what runs late, on both tabs", () => {
    const [first, second] = ORDERS;
    if (!first || !second) throw new Error("two orders");
    const grading = { submission_status: "grading", fulfillment_status: "grading" } as const;
    const due = { ...first, ...grading, promised_from: "2999-11-30", promised_to: "2999-12-07" };
    const late = { ...second, ...grading, promised_from: "2026-01-02", promised_to: "2026-01-09" };
    const toDo = "Running late. Was due Jan 910 cards · Nov 1…0002See why";
    for (const tab of ["overview", "all"] as const) {
      for (const [words, ...batches] of [
        ["1 batch is running late.", late],
        ["2 batches are running late.", { ...late, id: first.id }, late],
      ] as const) {
        const dashboard = { ...DASHBOARD, orders: [due, ...batches] };
        const { unmount } = render(<DashboardView dashboard={dashboard} tab={tab} />);
        expect(heading()).toBe("10 cards due back by Dec 7");
        expect(screen.getByText(words)).toBeTruthy();
        expect(toDos()).toEqual(batches.map(() => toDo));
        unmount();
      }
    }
  });

  test("hides the column's name in a stacked row when the date has passed", () => {
    const late = anOrder({
      submission_status: "grading",
      promised_from: "2026-01-02",
      promised_to: "2026-01-09",
    });
    render(<DashboardView dashboard={{ ...DASHBOARD, recent: [late], orders: [] }} tab="overview" />);
    expect(screen.getByText("Was due Jan 9").getAttribute("data-label")).toBe("");
  });

  test("lists refunded and canceled batches apart", () => {
    const canceled = [{ ...anOrder({ payment_status: "canceled" }), title: "Returned lot" }];
    render(<DashboardView dashboard={{ ...DASHBOARD, canceled }} tab="overview" />);
    const group = screen.getByText("Refunded and canceled (1)").closest("details");
    expect(group?.open).toBe(false);
    expect(group?.textContent).toContain("Returned lot");
    expect(group?.textContent).toContain("Refunded");
  });

  test.each([
    ["overview", "refresh=1"],
    ["all", "tab=all&refresh=1"],
  ] as const)("refreshes the tab %s without script", (tab, query) => {
    render(<DashboardView dashboard={DASHBOARD} tab={tab} />);
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Refresh" });
    expect(button.form?.getAttribute("action")).toBe("/dashboard");
    expect(String(new URLSearchParams(new FormData(button.form ?? undefined, button) as never))).toBe(query);
  });

  test("shows all submissions as a table, and an order without a batch ID by its own", () => {
    render(<DashboardView dashboard={{ ...DASHBOARD, profile_complete: true }} tab="all" />);
    expect(columns()).toEqual(["Batch ID", "Date", "Cards", "Status", "Back by", "Payment", "Tracking"]);
    const cells = within(screen.getAllByRole("row")[1] as HTMLElement).getAllByRole("cell");
    expect(within(screen.getAllByRole("row")[1] as HTMLElement).getByRole("rowheader").textContent).toBe(
      "10 cards · Nov 1BATCH-TEST0001-0001",
    );
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      // The viewer's day, which here is not UTC's.
      "Nov 2",
      "10",
      "Checked in",
      "–",
      "Paid",
      "–",
    ]);
    expect(screen.getByText(/^ORDER-0000/).textContent).toBe("ORDER-00000000");
    expect(screen.queryByText("Complete Your Profile")).toBeNull();
  });
});

describe("dashboard notice", () => {
  /** The address is changed in the next turn. */
  const pass = () => act(() => jest.advanceTimersByTime(0));

  test("shows linked orders for ten seconds and drops them from the URL", () => {
    jest.useFakeTimers();
    history.replaceState(null, "", "/dashboard?tab=all&linked=2");
    const linked = (
      <Alert tone="success" isLive>
        linked
      </Alert>
    );
    render(<DashboardNotice batchIds="" linked={linked} />);
    expect(screen.getByRole("status").textContent).toBe("linked");
    pass();
    expect(location.search).toBe("?tab=all");
    act(() => jest.advanceTimersByTime(9_999));
    expect(screen.getByRole("status")).toBeTruthy();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByRole("status")).toBeNull();
    jest.useRealTimers();
  });

  test.each([
    [["BATCH-A"], "Your batch BATCH-A is paid and on your dashboard."],
    [[], /^Your batch BATCH-A is paid\. It isn't in this account yet\./],
  ])("names the batch just paid, with %j on the dashboard", async (batchIds, words) => {
    savePendingNotice("BATCH-A");
    render(<DashboardNotice batchIds={batchIds.join(" ")} linked={null} />);
    await act(async () => {});
    expect(screen.getByRole("status").textContent).toEqual(
      typeof words === "string" ? words : expect.stringMatching(words),
    );
    expect(screen.getByText("BATCH-A").className).toBe("batch-id");
  });
});

describe("claim batch", () => {
  const post = jest.mocked(postJson);
  const ASK: ClaimOffer = {
    orderId: "order-1",
    batchId: "BATCH-1",
    cards: "12 cards",
    email: "c•••@e•••.com",
    link: null,
    isOwn: false,
  };

  beforeEach(() => {
    jest.resetAllMocks();
    localStorage.clear();
    post.mockResolvedValue({ ok: true, data: {} } as never);
  });

  test.each([
    ["redeems the link", { link: "link" }, apiPaths.claim, { action: "redeem", link: "link" }],
    ["links by the account's own address", { isOwn: true }, apiPaths.linkGuestOrders, {}],
  ])("%s and opens the batch", async (_, changed, path, body) => {
    render(<ClaimBatch offer={{ ...ASK, ...changed }} userId="user-1" />);
    screen.getByText("Add BATCH-1 (12 cards) to this account?");
    fireEvent.click(screen.getByRole("button", { name: "Add batch" }));
    await act(async () => {});
    expect(post).toHaveBeenCalledWith(path, body);
    expect(goTo).toHaveBeenCalledWith("/dashboard?batch=BATCH-1", 0);
  });

  test("emails the address that paid and moves the focus", async () => {
    render(<ClaimBatch offer={ASK} userId="user-1" />);
    fireEvent.click(screen.getByRole("button", { name: "Email the link" }));
    await act(async () => {});
    expect(post).toHaveBeenCalledWith(apiPaths.claim, { action: "request", order_id: "order-1" });
    expect(document.activeElement?.textContent).toBe("We emailed a link to c•••@e•••.com");
  });

  test("shows why a claim failed and can be tried again", async () => {
    post.mockResolvedValue({ ok: false, error: "Too many requests." } as never);
    render(<ClaimBatch offer={ASK} userId="user-1" />);
    fireEvent.click(screen.getByRole("button", { name: "Email the link" }));
    await act(async () => {});
    expect(screen.getByRole("alert").textContent).toBe("Too many requests.");
    expect(screen.getByRole("button", { name: "Email the link" }).getAttribute("aria-busy")).not.toBe("true");
  });

  test("hides an offer for this account only", async () => {
    const { unmount } = render(<ClaimBatch offer={ASK} userId="user-1" />);
    fireEvent.click(screen.getByRole("button", { name: "Hide" }));
    await act(async () => {});
    expect(screen.queryByRole("button")).toBeNull();
    unmount();
    render(<ClaimBatch offer={ASK} userId="user-2" />);
    screen.getByRole("button", { name: "Email the link" });
  });
});

describe("drawer address", () => {
  test.each([
    ["opens", "", "BATCH-A-1", "/dashboard?batch=BATCH-A-1"],
    ["opens on the same tab", "tab=all", "BATCH-A-1", "/dashboard?tab=all&batch=BATCH-A-1"],
    [
      "opens in place of another",
      "batch=BATCH-B-2&tab=all",
      "BATCH-A-1",
      "/dashboard?batch=BATCH-A-1&tab=all",
    ],
    ["closes", "tab=all&batch=BATCH-A-1", null, "/dashboard?tab=all"],
    ["closes on the overview", "batch=BATCH-A-1", null, "/dashboard"],
  ])("returns the URL when a batch %s", (_what, query, batchId, expected) => {
    const now = new URLSearchParams(query);
    expect(drawerAddress(now, batchId)).toBe(expected);
    expect(now.toString()).toBe(query);
  });
});
