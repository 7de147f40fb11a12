/** @jest-environment jsdom */

import { fireEvent, render, screen, within } from "@testing-library/react";
import { CallerAnswers } from "@/components/staff/orders/caller-answers";
import { DayRow } from "@/components/staff/orders/day-row";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { InlineNumber } from "@/components/staff/orders/inline-number";
import { OrderPager } from "@/components/staff/orders/order-pager";
import { OrdersEmpty } from "@/components/staff/orders/orders-empty";
import { SAVED_VIEWS, type SavedView } from "@/lib/staff/labels";
import { callerAnswers } from "@/lib/staff/orders/caller-answer";
import { dayRow } from "@/lib/staff/orders/day-row";
import { readListQuery } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";
import type { BoundedCount, StaffOrder } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

describe("caller answers", () => {
  const NOW = Date.parse("2026-11-24T12:00:00Z");
  const told = {
    type: "payment_status",
    from: "unpaid",
    to: "paid",
    actor: "stripe",
    message: null,
    at: "2026-11-01T10:01:00Z",
  } as const;

  function show(orders: Partial<StaffOrder>[]) {
    const found = orders.map((fields, index) =>
      aStaffOrder({ id: `id-${index}`, batch_id: `BATCH-${index}`, ...fields }),
    );
    const answers = callerAnswers({ orders: found, answers: found.map(({ id }) => ({ id, told })) }, NOW);
    return render(<CallerAnswers answers={answers} hrefOf={(id) => `/admin?q=jane&order=${id}`} />);
  }

  test("of a single order all is there that a caller asks, and Enter opens it", () => {
    show([{ customer_name: "Jane Collector", email: "jane@example.com" }]);
    const card = within(screen.getByRole("region", { name: "Found: 1 order" }));
    expect(card.getByRole("heading", { name: "BATCH-0" })).toBeTruthy();
    for (const text of [
      "Jane Collector, jane@example.com",
      "10 cards",
      "Waiting for your cards",
      "Back 10-15 business days after check-in.",
      "Paid, $250.00",
    ])
      expect(card.getByText(text)).toBeTruthy();
    expect(card.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Customer",
      "Where it is",
      "Cards",
      "Payment",
      "Next for us",
      "Promise",
      "Last event",
    ]);
    expect(card.getByText(/^Payment received/)?.textContent).toContain("Payment received, Nov 1, 2026");
    expect(card.getByRole("link", { name: "Wait for the package" }).getAttribute("href")).toBe(
      "/admin/order/id-0",
    );
    const open = card.getByRole("link", { name: "Open BATCH-0" });
    expect(open.getAttribute("href")).toBe("/admin?q=jane&order=id-0");
    expect(document.activeElement).toBe(open);
  });

  test("of two or three each has the short of it, and the first the focus", () => {
    show([{}, {}, { delay_reason: "y".repeat(300), promised_from: "2026-11-09", promised_to: "2026-11-16" }]);
    expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(3);
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "Open BATCH-0" }));
    expect(screen.queryByText("Last event")).toBeNull();
    expect(screen.getByText("Late since Nov 17")).toBeTruthy();
  });

  test("who is at something else already stays there", () => {
    render(<input aria-label="Search" />);
    screen.getByLabelText("Search").focus();
    show([{}]);
    expect(document.activeElement).toBe(screen.getByLabelText("Search"));
  });

  test("where nothing or much was found there is no answer", () => {
    expect(show([]).container.innerHTML).toBe("");
  });

  test("a long reason of a delay is told whole", () => {
    show([{ delay_reason: "y".repeat(300), promised_from: "2026-11-09", promised_to: "2026-11-16" }]);
    expect(screen.getByText(/^Late since Nov 17: y{300}\.$/)).toBeTruthy();
  });
});

describe("day row", () => {
  function show(some: Partial<Record<SavedView, number>>, view?: SavedView) {
    const counts = Object.fromEntries(
      SAVED_VIEWS.map((name) => [name, { count: some[name] ?? 0, is_more: some[name] === 1000 }]),
    ) as Record<SavedView, BoundedCount>;
    render(<DayRow tiles={dayRow(readListQuery(view ? { view } : {}), counts, 7)} />);
    const row = screen.getByRole("navigation", { name: "The day's work" });
    return within(row)
      .getAllByRole("listitem")
      .filter((item) => item.parentElement?.tagName === "OL");
  }

  test("each tile says what waits, how much of it and what to do about it", () => {
    const tiles = show({ needs_check_in: 12, ready_to_send: 1000, problems: 2, to_review: 1, overdue: 3 });
    expect(tiles).toHaveLength(6);
    expect(screen.getByRole("link", { name: "Needs check-in 12" }).getAttribute("href")).toBe(
      "/admin?view=needs_check_in",
    );
    expect(screen.getByRole("link", { name: "Ready to send 1,000+" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Scan into a group" }).getAttribute("href")).toBe(
      "/admin/grader/7",
    );
    expect(screen.getByRole("link", { name: "Waiting on us 2 Problems" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "To be reviewed 1" })).toBeTruthy();
  });

  test("what is late says so in words, and only that", () => {
    const [first, , , , , missing] = show({ needs_check_in: 12, overdue: 3, said_shipped: 1 });
    expect(missing?.textContent).toContain("Late to arrive");
    expect(first?.textContent).not.toMatch(/late|past/i);
  });

  test("an empty tile reads as done, and what is behind it stays a link", () => {
    const tiles = show({});
    for (const tile of tiles) expect(tile?.textContent).toContain("Nothing to do");
    expect(screen.getByRole("link", { name: "Overdue 0 No new date told" })).toBeTruthy();
    expect(screen.queryByText("Late to arrive")).toBeNull();
  });

  test.each<[SavedView, string]>([
    ["overdue", "Overdue 3 All overdue"],
    ["never_received", "Paid, never received 0"],
  ])("the view %s that is shown is marked, and no other", (view, name) => {
    show({ overdue: 3, said_shipped: 1 }, view);
    const marked = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
    expect(marked).toEqual([screen.getByRole("link", { name })]);
  });
});

describe("filter form", () => {
  const form = (
    <FilterForm action="/admin" className="">
      <select name="payment" aria-label="Payment" defaultValue="paid">
        <option value="">Any</option>
        <option value="paid">Paid</option>
      </select>
      <input name="q" aria-label="Search" />
    </FilterForm>
  );

  let submitted: string[];

  beforeEach(() => {
    submitted = [];
    document.addEventListener("submit", keep);
  });

  afterEach(() => document.removeEventListener("submit", keep));

  function keep(event: SubmitEvent) {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    submitted.push([...fields].map(([name, value]) => `${name}=${value}`).join("&"));
  }

  test("what is picked applies at once, what is typed does not", () => {
    render(form);
    fireEvent.change(screen.getByLabelText("Search"), { target: { value: "casey" } });
    expect(submitted).toEqual([]);
    fireEvent.change(screen.getByLabelText("Payment"), { target: { value: "" } });
    expect(submitted).toEqual(["payment=&q=casey"]);
  });

  test("what was picked before the script came applies when it comes", () => {
    const container = serverRendered(form);
    screen.getByLabelText<HTMLSelectElement>("Payment").value = "";
    render(form, { container, hydrate: true });
    expect(submitted).toEqual(["payment=&q="]);
  });

  test("nothing is asked again when nothing was picked, and the browser brings no old pick back", () => {
    const container = serverRendered(form);
    render(form, { container, hydrate: true });
    expect(submitted).toEqual([]);
    expect(container.querySelector("form")?.getAttribute("autocomplete")).toBe("off");
  });

  test("the key / leads to the search, unless something is typed or a dialog is open", () => {
    render(form);
    const search = screen.getByLabelText<HTMLInputElement>("Search");
    const press = (target: Element) => fireEvent.keyDown(target, { key: "/" });
    press(search);
    expect(document.activeElement).toBe(document.body);
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.setAttribute("open", "");
    press(document.body);
    expect(document.activeElement).toBe(document.body);
    dialog.remove();
    press(document.body);
    expect(document.activeElement).toBe(search);
  });
});

describe("inline number", () => {
  const endpoint = stubEndpoint();
  const seen: (string | null)[] = [];
  beforeAll(() => {
    Object.assign(Element.prototype, {
      scrollIntoView(this: Element) {
        seen.push(this.textContent);
      },
    });
  });

  test("why a number was not saved is brought into view: the toast lies over the lower rows", async () => {
    const order = { id: "1", version: 4, name: "BATCH-1" };
    render(<InlineNumber order={order} field="tracking_number" value={null} none="—" isBeside={false} />);
    fireEvent.click(screen.getByLabelText("Edit the tracking number of BATCH-1"));
    const field = screen.getByLabelText("New tracking number of BATCH-1");
    fireEvent.change(field, { target: { value: "BATCH-1" } });
    endpoint.answer({ status: 400, body: { error: "This is a batch ID." } });
    fireEvent.keyDown(field, { key: "Enter" });
    await endpoint.settle();
    screen.getByRole("alert");
    expect(seen).toEqual([expect.stringContaining("This is a batch ID.")]);
  });
});

describe("order pager", () => {
  const cursor = { at: "2026-11-01T00:00:00Z", id: "00000000-0000-4000-8000-000000000001" };
  const page: OrderPage = {
    staff_role: "staff",
    my_rights: { rights: [], ask: null },
    orders: [],
    is_sorted: null,
    next_cursor: cursor,
    previous_cursor: cursor,
    stopped_at: null,
    total: null,
    views: null,
    unmatched_packages: null,
    open_group: null,
    answers: [],
  };

  test.each([
    ["needs_check_in", ["Older", "Oldest", "Newer"]],
    ["waiting", ["Longer", "Longest", "Shorter"]],
    ["said_delivered", ["Longer", "Longest", "Shorter"]],
    ["to_count", ["Longer", "Longest", "Shorter"]],
    ["problems", ["Longer", "Longest", "Shorter"]],
  ])("the ways through %s read %j", (view, words) => {
    render(<OrderPager page={page} query={readListQuery({ view, ...cursor })} />);
    expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(words);
  });
});

describe("orders empty", () => {
  const show = (query: Record<string, string>) =>
    render(<OrdersEmpty page={{ stopped_at: null } as OrderPage} query={readListQuery(query)} />);
  const everywhere = () => screen.queryByRole("link", { name: "Search all orders" });

  test("what a view does not hold is searched in all orders by a press", () => {
    show({ q: "jane doe", view: "overdue", payment: "paid" });
    expect(screen.getByText(/Nothing in this view holds/)).toBeTruthy();
    expect(everywhere()?.getAttribute("href")).toBe("/admin?q=jane+doe");
  });

  test.each([{ q: "jane doe" }, { view: "overdue" }, {}])(
    "not of %j, which is no search within a view",
    (query) => {
      show(query as Record<string, string>);
      expect(everywhere()).toBeNull();
    },
  );

  test.each([
    [{ q: "a" }, "Older"],
    [{ q: "a", view: "waiting" }, "Shorter"],
  ])("a search that stopped, of %j, goes on with %s", (query, word) => {
    const page = { stopped_at: "2026-11-01T00:00:00Z" } as OrderPage;
    render(<OrdersEmpty page={page} query={readListQuery(query)} />);
    expect(screen.getByText(/^Nothing as far as/).textContent).toContain(
      `Go on with ${word}, or add a word.`,
    );
  });
});
