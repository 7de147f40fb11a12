import { dashboardFailure } from "@/lib/orders/dashboard-failure";

test.each([
  ["valid", false, "Unable to load your submissions. Please try refreshing the page.", false],
  ["unreachable", false, "Unable to verify user session", false],
  ["ended", false, "Unable to load user session", true],
  ["unreadable", true, "Unable to load user session", true],
  ["anything new", true, "Unable to load user session", true],
  ["none", true, "Please log in to view your submissions", true],
])("session %s, refresh %s: %s", (session, isRefresh, message, needsLogin) => {
  expect(dashboardFailure(session, isRefresh)).toEqual({ message, needsLogin });
});

test("a visitor without a session is sent to /login instead", () => {
  expect(dashboardFailure("none", false)).toBeNull();
});
