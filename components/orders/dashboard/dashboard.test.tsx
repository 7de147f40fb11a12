/** @jest-environment jsdom */

import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { drawerAddress } from "@/components/orders/dashboard/batch-link";
import { ClaimBatch } from "@/components/orders/dashboard/claim-batch";
import { DashboardNotice } from "@/components/orders/dashboard/dashboard-notice";
import { DashboardView } from "@/components/orders/dashboard/dashboard-view";
import { goTo } from "@/lib/auth/sign-in/after-sign-in";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";
import { savePendingNotice } from "@/lib/orders/checkout/pending-notice";
import type { ClaimOffer } from "@/lib/orders/claim-offer";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { anAdjustment, anOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);
jest.mock("@/lib/http/post-json");
jest.mock("@/lib/auth/sign-in/after-sign-in", () => ({
  ...jest.requireActual("@/lib/auth/sign-in/after-sign-in"),
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
    staff_role: null,
    batch: null,
    tiles: { total: 6, awaiting: 6, currently_grading: 0, graded: 0, graded_cards_sum: 0 },
    recent: ORDERS.slice(0, 5),
    orders: ORDERS,
    canceled: [],
    proposals: [],
    prev_cursor: null,
    next_cursor: null,
  };

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

  test("leads with the batches to ship, longest waiting first, and one primary button", () => {
    const [first, second, ...rest] = ORDERS.map((order) => ({
      ...order,
      submission_status: "pending" as const,
    }));
    const older = rest[3];
    if (!first || !second || !older) throw new Error("six orders");
    const shipped = { ...second, inbound_shipped_at: "2026-11-19T12:00:00Z" };
    render(<DashboardView dashboard={{ ...DASHBOARD, orders: [first, shipped, older] }} tab="overview" />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ship 2 batches");
    const links = screen.getAllByRole("link", { name: "Print box label" });
    expect(links.map((link) => [link.getAttribute("href"), link.className.includes("secondary")])).toEqual([
      [`/orders/${older.id}/label`, false],
      [`/orders/${first.id}/label`, true],
    ]);
  });

  test("shows open questions first and skips expired ones", () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const about = (place: number, deadline_at: string) =>
      anAdjustment({ id: `proposal-${place}`, kind: "extra", order_id: ORDERS[place]?.id, deadline_at });
    const proposals = [about(5, inHours(1)), about(0, inHours(-1))];
    render(<DashboardView dashboard={{ ...DASHBOARD, proposals }} tab="overview" />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Answer 1 question");
    expect(screen.getByRole("link", { name: "Answer question" }).getAttribute("href")).toBe(
      "/dashboard?batch=ORDER-00000000",
    );
  });

  test("lists refunded and canceled batches separately", () => {
    const canceled = [{ ...anOrder({ payment_status: "canceled" }), title: "Returned lot" }];
    render(<DashboardView dashboard={{ ...DASHBOARD, canceled }} tab="overview" />);
    const group = screen.getByText("Refunded and canceled (1)").closest("details");
    expect(group?.open).toBe(false);
    expect(group?.textContent).toContain("Returned lot");
    expect(group?.textContent).toContain("Refunded");
  });

  test("lists all submissions in a table and identifies an order without a batch ID by its own ID", () => {
    render(<DashboardView dashboard={{ ...DASHBOARD, profile_complete: true }} tab="all" />);
    expect(columns()).toEqual(["Batch ID", "Date", "Cards", "Status", "Back by", "Payment", "Tracking"]);
    const cells = within(screen.getAllByRole("row")[1] as HTMLElement).getAllByRole("cell");
    expect(within(screen.getAllByRole("row")[1] as HTMLElement).getByRole("rowheader").textContent).toBe(
      "10 cards · Nov 1BATCH-TEST0001-0001",
    );
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      // The viewer's date, which differs from the UTC date here.
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
  test.each([
    [["BATCH-A"], "Your batch BATCH-A is paid for and on your dashboard."],
    [[], /^Your batch BATCH-A is paid for\. It isn't in this account yet\./],
  ])("names the batch just paid for, with %j on the dashboard", async (batchIds, words) => {
    savePendingNotice("BATCH-A");
    render(<DashboardNotice batchIds={batchIds.join(" ")} linked={null} />);
    await act(async () => {});
    expect(screen.getByRole("status").textContent).toEqual(
      typeof words === "string" ? words : expect.stringMatching(words),
    );
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

  test("emails the link to the address that paid", async () => {
    render(<ClaimBatch offer={ASK} userId="user-1" />);
    fireEvent.click(screen.getByRole("button", { name: "Email the link" }));
    await act(async () => {});
    expect(post).toHaveBeenCalledWith(apiPaths.claim, { action: "request", order_id: "order-1" });
    expect(screen.getByText("We emailed a link to c•••@e•••.com")).toBeTruthy();
  });

  test("shows why a claim failed and allows a retry", async () => {
    post.mockResolvedValue({ ok: false, error: "Too many requests." } as never);
    render(<ClaimBatch offer={ASK} userId="user-1" />);
    fireEvent.click(screen.getByRole("button", { name: "Email the link" }));
    await act(async () => {});
    expect(screen.getByRole("alert").textContent).toBe("Too many requests.");
    expect(screen.getByRole("button", { name: "Email the link" }).getAttribute("aria-busy")).not.toBe("true");
  });
});

describe("drawer address", () => {
  test.each([
    ["opens", "", "BATCH-A-1", "/dashboard?batch=BATCH-A-1"],
    [
      "opens in place of another",
      "batch=BATCH-B-2&tab=all",
      "BATCH-A-1",
      "/dashboard?batch=BATCH-A-1&tab=all",
    ],
    ["closes", "tab=all&batch=BATCH-A-1", null, "/dashboard?tab=all"],
  ])("returns the URL when a batch %s", (_what, query, batchId, expected) => {
    const now = new URLSearchParams(query);
    expect(drawerAddress(now, batchId)).toBe(expected);
    expect(now.toString()).toBe(query);
  });
});
