import { aSandbox, aSubscription, type RunningSandbox } from "./testing/a-sandbox.ts";

describe("held deliveries", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
    await sandbox.control("POST", "/deliveries/hold", { hold: true });
  });
  afterEach(() => sandbox.stop());

  const held = async () =>
    (await sandbox.control<{ data: { event: string }[] }>("GET", "/deliveries?state=held")).data.map(
      ({ event }) => event,
    );
  const received = () => sandbox.endpoint.received.map(({ event }) => event.id);

  test("go out in the order they are released in", async () => {
    await aSubscription(sandbox);
    expect(await sandbox.deliveredTypes()).toEqual([]);
    // The list is newest first: the very reverse of how things happened.
    const order = await held();
    await sandbox.control("POST", "/deliveries/release", { events: order.slice(0, 4) });
    expect(received()).toEqual(order.slice(0, 4));
    expect(await held()).toEqual(order.slice(4));
    expect(await sandbox.control("POST", "/deliveries/release", { events: ["evt_none"] })).toEqual({
      error: "Not held: evt_none",
    });
  });

  test("all go out when nothing is held any more", async () => {
    await aSubscription(sandbox);
    const order = await held();
    await sandbox.control("POST", "/deliveries/hold", { hold: false });
    await sandbox.control("POST", "/deliveries/drain", {});
    expect(received().sort()).toEqual(order.sort());
    await sandbox.stripe.customers.create({});
    expect(await held()).toEqual([]);
  });
});
