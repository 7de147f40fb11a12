import { landingPath, type Wish } from "@/lib/auth/session/landing-path";
import type { StaffRole } from "@/lib/auth/session-context";

describe("landingPath", () => {
  test.each<[Wish, string]>([
    [{}, "/dashboard"],
    [{ next: null, plan: null }, "/dashboard"],
    [{ next: "/submit" }, "/submit"],
    [{ next: "/submit", plan: "free" }, "/submit?plan=free"],
    [{ next: "/submit", plan: "pro" }, "/submit"],
    [{ next: "/submit?mode=payg", plan: "free" }, "/submit?mode=payg"],
    [{ next: "/dashboard?tab=all" }, "/dashboard?tab=all"],
    [{ next: "/dashboard", plan: "free" }, "/dashboard"],
    [{ plan: "free" }, "/submit?plan=free"],
    [{ plan: "starter" }, "/pricing?plan=starter"],
    [{ plan: "pro" }, "/pricing?plan=pro"],
    [{ plan: "elite" }, "/pricing?plan=elite"],
    [{ plan: "platinum" }, "/dashboard"],
    [{ next: "/dashboard", plan: "pro" }, "/dashboard"],
    [{ next: "/login", plan: "elite" }, "/pricing?plan=elite"],
    [{ next: "//evil.com", plan: "starter" }, "/pricing?plan=starter"],
    [{ next: "/pricing?plan=pro" }, "/pricing?plan=pro"],
    [{ next: "/portal/profile" }, "/portal/profile"],
    [{ plan: "//evil.com" }, "/dashboard"],
    [{ next: "//evil.com" }, "/dashboard"],
    [{ next: "//evil.com", plan: "free" }, "/submit?plan=free"],
    [{ next: "/login" }, "/dashboard"],
    [{ next: "/login?next=/submit" }, "/dashboard"],
    [{ next: "/signup?plan=free", plan: "free" }, "/submit?plan=free"],
  ])("%j leads to %s", (wish, expected) => {
    expect(landingPath(wish)).toBe(expected);
  });

  test.each<[StaffRole | null, string]>([
    ["owner", "/admin"],
    ["co_owner", "/dashboard"],
    ["manager", "/dashboard"],
    ["staff", "/dashboard"],
    [null, "/dashboard"],
  ])("starts %s at %s, and follows next", (role, start) => {
    expect(landingPath({}, role)).toBe(start);
    expect(landingPath({ next: "/submit" }, role)).toBe("/submit");
  });
});
