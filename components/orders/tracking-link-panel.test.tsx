/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { TrackingLinkPanel } from "@/components/orders/tracking-link-panel";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const endpoint = stubEndpoint();
const press = (name: string) =>
  fireEvent.click(screen.getByText(name, { selector: "button, button > span" }));
const focused = () => document.activeElement?.textContent;

test("opening and copying stand first; what ends the link is folded away, with a word on each", () => {
  render(<TrackingLinkPanel orderId="o1" link={{ generation: 1, path: "/track/abc" }} />);
  const folded = screen.getByText("Change this link").closest("details");
  expect(folded?.open).toBe(false);
  expect(folded?.contains(screen.getByRole("link", { name: "Open tracking page" }))).toBe(false);
  const told = (name: string) => {
    const button = [...(folded?.querySelectorAll("button") ?? [])].find((it) => it.textContent === name);
    return button?.parentElement?.querySelector("p")?.textContent;
  };
  expect(told("New link")).toBe("If it got into the wrong hands: a new one works in its place.");
  expect(told("End link")).toBe(
    "After that nobody can follow this batch by a link, until you make a new one.",
  );
});

test("an ended link can be made anew, and there is nothing to change", () => {
  render(<TrackingLinkPanel orderId="o1" link={{ generation: 2, path: null }} />);
  expect(screen.getByRole("button").textContent).toBe("Make new link");
  expect(screen.queryByText("Change this link")).toBeNull();
});

test("the question stands where it was asked for, has the focus, and gives it back", () => {
  render(<TrackingLinkPanel orderId="o1" link={{ generation: 1, path: "/track/abc" }} />);
  const folded = screen.getByText("Change this link").closest("details") as HTMLDetailsElement;
  folded.open = true;
  for (const [name, question] of [
    ["New link", "Make a new link? The present one stops working."],
    ["End link", "End this link? Whoever has it can no longer open the page."],
  ] as const) {
    press(name);
    expect(focused()).toBe(question);
    expect(folded.contains(document.activeElement)).toBe(true);
    press("Cancel");
    expect(focused()).toBe(name);
    expect(folded.contains(document.activeElement) && folded.open).toBe(true);
  }
});

test("once the link is ended, or made anew, the focus is on what can be done with it now", async () => {
  render(<TrackingLinkPanel orderId="o1" link={{ generation: 1, path: "/track/abc" }} />);
  press("End link");
  endpoint.answer({ status: 200, body: { generation: 2, path: null } });
  press("End link");
  await screen.findByText("There is no working link to this batch.");
  expect(focused()).toBe("Make new link");
  endpoint.answer({ status: 200, body: { generation: 3, path: "/track/def" } });
  press("Make new link");
  await screen.findByText("Open tracking page");
  expect(focused()).toBe("Open tracking page");
});
