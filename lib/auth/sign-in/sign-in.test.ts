import { createClient } from "@supabase/supabase-js";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import { catchLog } from "@/sandbox/builders/caught-log";
import { setTestSettings } from "@/sandbox/builders/test-settings";

jest.mock("next/headers", () => ({ cookies: async () => ({ set: () => {} }) }));
jest.mock("@/lib/supabase/server", () => ({
  detachedAuthClient: async () => client,
  adoptSession: async () => {},
}));
jest.mock("@/lib/auth/data", () => ({ getSessionContext: async () => ({ staff_role: null }) }));
jest.mock("@/lib/auth/sign-in/link-orders", () => ({ tryLinkOrders: async () => 0 }));
jest.mock("@/lib/auth/session/access-token", () => ({ requireClaims: async () => ({ aal: "aal1" }) }));
setTestSettings();

const logged = catchLog();
let answer: () => Response;
const client = createClient("http://127.0.0.1:1", "sb_publishable_test", {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { fetch: async () => answer() },
});
const attempt = (email: string) => signIn({ email, password: "password123", next: null, plan: null });

test("logs successful and refused logins without email addresses", async () => {
  answer = () => Response.json({ error_code: "invalid_credentials", msg: "Invalid" }, { status: 400 });
  await expect(attempt("casey@example.com")).rejects.toMatchObject({ status: 401 });
  await expect(attempt("Casey@Example.com")).rejects.toMatchObject({ status: 401 });
  const [first, second, ...more] = logged("auth.refused");
  expect(more).toEqual([]);
  expect(first).toMatchObject({ level: "warn", reason: "invalid_credentials" });
  expect(first?.account).toMatch(/^[\w-]{12}$/);
  expect(second?.account).toBe(first?.account);

  answer = () =>
    Response.json({
      access_token: "a.b.c",
      refresh_token: "r",
      token_type: "bearer",
      expires_in: 3600,
      user: { id: "u1", factors: [] },
    });
  await attempt("casey@example.com");
  expect(logged("auth.signed_in")).toEqual([
    expect.objectContaining({ level: "info", userId: "u1", way: "password" }),
  ]);
  expect(JSON.stringify([first, second, ...logged("auth.signed_in")]).toLowerCase()).not.toContain(
    "example.com",
  );
});
