import { createClient } from "@supabase/supabase-js";
import { signUp } from "@/lib/auth/sign-in/sign-up";
import { setTestSettings } from "@/sandbox/builders/test-settings";

jest.mock("@/lib/supabase/server", () => ({ authClient: async () => client }));
setTestSettings();

const calls: { path: string; back: string | null; body: Record<string, unknown> }[] = [];
const answer = {
  access_token: "a.b.c",
  refresh_token: "r",
  token_type: "bearer",
  expires_in: 3600,
  user: { id: "u" },
};
const client = createClient("http://127.0.0.1:1", "sb_publishable_test", {
  auth: { persistSession: false, autoRefreshToken: false },
  global: {
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(String(input));
      const back = searchParams.get("redirect_to");
      calls.push({ path: pathname, back, body: JSON.parse(String(init?.body)) });
      return Response.json(answer);
    },
  },
});

beforeEach(() => {
  calls.length = 0;
});

test.each([
  ["free", "/submit?plan=free", "/submit?plan=free"],
  ["starter", "/dashboard", "/pricing?plan=starter"],
  ["pro", "/dashboard", "/pricing?plan=pro"],
  ["elite", "/dashboard", "/pricing?plan=elite"],
])("of the plan %s sends it along, with %s to come back to", async (plan, back, redirectTo) => {
  const signedUp = await signUp({ email: "casey@example.com", password: "password123", plan });
  expect(signedUp).toEqual({ isSignedIn: true, redirectTo });
  expect(calls).toEqual([
    {
      path: "/auth/v1/signup",
      back: `http://localhost:3000${back}`,
      body: expect.objectContaining({
        email: "casey@example.com",
        password: "password123",
        data: { selected_plan: plan },
      }),
    },
  ]);
});
