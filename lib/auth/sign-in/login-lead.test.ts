import { loginLead } from "@/lib/auth/sign-in/login-lead";

const USUAL = "Log in to submit cards and follow your batches.";

test.each([
  [{}, USUAL],
  [{ next: "/submit" }, "Log in to submit your cards."],
  [{ next: "/submit", plan: "free" }, "Log in to submit your cards."],
  [{ plan: "free" }, "Log in to submit your cards."],
  [{ next: "/dashboard" }, "Log in to see your batches."],
  [{ next: "/dashboard?tab=all" }, "Log in to see your batches."],
  [{ next: "/dashboard?batch=BATCH-3NA5SDF59-7F3K" }, "Log in to see where your batch is."],
  [{ next: `/track/${"t".repeat(43)}` }, "Log in to see where your batch is."],
  [
    { next: "/orders/00000000-0000-4000-8000-000000000001/label" },
    "Log in to print what goes with your batch.",
  ],
  [{ next: "/portal/profile" }, "Log in to open your profile."],
  [{ plan: "pro" }, "Log in to start your membership."],
  [{ next: "/pricing?plan=pro" }, "Log in to start your membership."],
  [{ next: "/pricing" }, USUAL],
  [{ next: "/admin" }, USUAL],
  // What is not followed leads to the dashboard.
  [{ next: "//evil.example/submit" }, "Log in to see your batches."],
  [{ next: "/login?next=/submit" }, "Log in to see your batches."],
])("%j reads %s", (wish, lead) => {
  expect(loginLead(wish)).toBe(lead);
});
