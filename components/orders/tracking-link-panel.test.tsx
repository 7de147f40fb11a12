/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { TrackingLinkPanel } from "@/components/orders/tracking-link-panel";

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
