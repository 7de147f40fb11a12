import { addUser } from "../../sandbox/builders/rows";
import { MANY_CALLERS, sized } from "../../sandbox/builders/size";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();
const PEOPLE = sized(10, 40);

describe("the customer at Stripe", () => {
  const ensure = (userId: string, customer: string) =>
    call<{ stripe_customer_id: string }>(server, "ensure_stripe_customer", {
      p_user_id: userId,
      p_stripe_customer_id: customer,
    });

  test("many different ones at once: everybody is told the same one", async () => {
    const user = await addUser(sql);
    const answers = await Promise.all(
      Array.from({ length: MANY_CALLERS }, (_, n) => ensure(user.id, `cus_${user.id}_${n}`)),
    );
    expect(new Set(answers.map((answer) => answer.stripe_customer_id)).size).toBe(1);
  });

  test(`the same one from ten tabs at once, for ${PEOPLE} people: nobody is refused`, async () => {
    for (let person = 0; person < PEOPLE; person++) {
      const user = await addUser(sql);
      const customer = `cus_${user.id}`;
      const answers = await Promise.all(Array.from({ length: 10 }, () => ensure(user.id, customer)));
      expect(new Set(answers.map((answer) => answer.stripe_customer_id))).toEqual(new Set([customer]));
    }
  });

  test("many later ones at once: everybody is told the first", async () => {
    const user = await addUser(sql);
    await ensure(user.id, `cus_${user.id}`);
    const answers = await Promise.all(
      Array.from({ length: MANY_CALLERS }, (_, n) => ensure(user.id, `cus_${user.id}_${n}`)),
    );
    expect(new Set(answers.map((answer) => answer.stripe_customer_id))).toEqual(new Set([`cus_${user.id}`]));
  });

  test("one that is somebody else's is refused", async () => {
    const [one, other] = [await addUser(sql), await addUser(sql)];
    await ensure(one.id, `cus_${one.id}`);
    await expect(ensure(other.id, `cus_${one.id}`)).rejects.toThrow("23505");
  });
});
