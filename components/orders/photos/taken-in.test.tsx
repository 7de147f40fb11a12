/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { TakenIn } from "@/components/orders/photos/taken-in";
import type { Photo } from "@/lib/orders/schema";

const ID = "00000000-0000-4000-8000-000000000001";
const PHOTOS: Photo[] = [
  { id: "10000000-0000-4000-8000-000000000001", kind: "package", taken_at: "2026-11-20T15:00:00Z" },
  { id: "10000000-0000-4000-8000-000000000002", kind: "card", taken_at: "2026-11-20T15:05:00Z" },
];
const SHOWN = { orderId: ID, photos: PHOTOS, hasReceipt: false, level: 2 } as const;
const pictures = () => screen.queryAllByRole("img").map((picture) => picture.getAttribute("alt"));
const hrefs = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

test("each photograph says what it shows, is small in the list and opens large", () => {
  render(<TakenIn {...SHOWN} />);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("What we took in");
  expect(pictures()).toEqual([
    "The package, photograph 1 of 2, opens large",
    "A card, photograph 2 of 2, opens large",
  ]);
  expect(screen.getAllByRole("img").map((picture) => picture.getAttribute("src"))).toEqual(
    PHOTOS.map(({ id }) => `/api/photos/${id}?size=small`),
  );
  expect(hrefs()).toEqual(PHOTOS.map(({ id }) => `/api/photos/${id}?size=full`));
});

test("one that staff have hidden is not among them any more, and the rest are counted anew until it is shown again", () => {
  const { rerender } = render(<TakenIn {...SHOWN} />);
  rerender(<TakenIn {...SHOWN} photos={PHOTOS.slice(1)} />);
  expect(pictures()).toEqual(["A card, photograph 1 of 1, opens large"]);
  rerender(<TakenIn {...SHOWN} />);
  expect(pictures()).toHaveLength(2);
});

test("whoever has only the tracking link gets pictures and receipt by its token", () => {
  render(<TakenIn {...SHOWN} hasReceipt proof={{ track: "token" }} />);
  expect(hrefs()).toEqual([
    ...PHOTOS.map(({ id }) => `/api/photos/${id}?size=full&track=token`),
    `/orders/${ID}/receipt?track=token`,
  ]);
});

test("the receipt alone has no list of photographs; with neither there is nothing", () => {
  const { rerender, container } = render(<TakenIn {...SHOWN} photos={[]} hasReceipt />);
  expect(screen.getByRole("link", { name: "Custody receipt" })).toBeTruthy();
  expect(screen.queryByRole("list")).toBeNull();
  rerender(<TakenIn {...SHOWN} photos={[]} />);
  expect(container.innerHTML).toBe("");
});

test("no press on the page of a customer hides, shows or takes back", () => {
  render(<TakenIn {...SHOWN} hasReceipt />);
  expect(screen.queryAllByRole("button")).toEqual([]);
});
