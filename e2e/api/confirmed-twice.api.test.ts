import { apiPaths } from "../../lib/base/api-paths.ts";
import { codeOf } from "../../sandbox/builders/authenticator.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { logInAsCustomer, Product } from "../../sandbox/builders/product.ts";

const product = new Product();

test("the sandbox's auth service ends no session of who confirms an app twice", async () => {
  const me = await logInAsCustomer(product);
  const { body: app } = await product.post(apiPaths.authenticator, { currentPassword: PASSWORD }, me);
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${product.setting("SUPABASE_URL")}/auth/v1/${path}`, {
      method: "POST",
      headers: {
        apikey: product.setting("SUPABASE_PUBLISHABLE_KEY"),
        authorization: `Bearer ${me.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const confirm = async () => {
    const { body } = await ask(`factors/${app.factorId}/challenge`, {});
    return ask(`factors/${app.factorId}/verify`, { challenge_id: body.id, code: codeOf(app.secret) });
  };
  const [first, second] = [await confirm(), await confirm()];
  expect([first.status, second.status]).toEqual([200, 200]);
  for (const { body } of [first, second]) {
    const refreshed = await ask("token?grant_type=refresh_token", { refresh_token: body.refresh_token });
    expect(refreshed.status).toBe(200);
  }
});
