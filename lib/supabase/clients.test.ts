import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();

test.each([
  ["a person's", () => personClient("a.b.c")],
  ["the server's", serviceClient],
])("%s read that the database does not answer is asked once", async (_, client) => {
  const ask = jest.fn(async () => new Response("", { status: 503 }));
  globalThis.fetch = ask;
  const { status } = await client().from("profiles").select();
  expect(status).toBe(503);
  expect(ask).toHaveBeenCalledTimes(1);
});
