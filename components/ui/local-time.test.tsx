/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { Time } from "@/components/ui/time";
import { serverRendered } from "@/sandbox/builders/server-rendered";

// The tests' own time zone is 14 hours before UTC.
const AT = "2026-11-01T10:00:00Z";

test.each([
  ["local-date", "Nov 1, 2026", "Nov 2, 2026"],
  ["local-long-date", "November 1, 2026", "November 2, 2026"],
  ["local", "Nov 1, 2026, 10:00 AM UTC", "Nov 2, 2026, 12:00 AM"],
] as const)("%s is the server's day until the script runs, then the viewer's", (show, ofServer, ofViewer) => {
  const faults = jest.spyOn(console, "error").mockImplementation(() => {});
  const page = <Time at={AT} show={show} />;
  const container = serverRendered(page);
  const read = () => (container.textContent ?? "").replaceAll("\u202f", " ");
  expect(read()).toBe(ofServer);
  render(page, { container, hydrate: true });
  expect(read()).toBe(ofViewer);
  expect(screen.getByText(ofViewer, { collapseWhitespace: true }).getAttribute("datetime")).toBe(AT);
  expect(faults).not.toHaveBeenCalled();
  container.remove();
});
