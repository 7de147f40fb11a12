import { eventually, type Product, stripeOf } from "../../sandbox/builders/product.ts";

type Subject = Record<string, unknown>;

/** Holds back a sandbox's Stripe events, so that a test delivers single ones. */
export class HeldEvents {
  readonly #product: Product;

  constructor(product: Product) {
    this.#product = product;
  }

  hold(): Promise<unknown> {
    return this.#product.control("/deliveries/hold", { hold: true });
  }

  async drop(): Promise<void> {
    await this.#product.control("/faults", { target: "webhook", action: "lose", times: null });
    await this.#product.control("/deliveries/hold", { hold: false });
    await this.#product.control("/deliveries/drain");
    await this.#product.control("/faults", {}, "DELETE");
  }

  async deliver(type: string, about: string): Promise<void> {
    const events = stripeOf(this.#product).events;
    const event = await eventually(
      async () => (await events.list({ type, limit: 100 })).data.find((one) => names(one.data.object, about)),
      (found) => found !== undefined,
    );
    await this.#release(event?.id ?? "");
  }

  async deliverMade(type: string, object: object): Promise<void> {
    const { body } = await this.#product.control("/events", { type, object });
    await this.#release(body.id);
  }

  async #release(id: string): Promise<void> {
    await this.#product.control("/deliveries/release", { events: [id] });
    const { body } = await this.#product.control(`/deliveries?event=${id}`, {}, "GET");
    const [delivery] = body.data;
    if (delivery?.state !== "delivered") throw new Error(`not taken: ${JSON.stringify(delivery)}`);
  }
}

const names = (object: object, about: string) => Object.values(object as Subject).includes(about);
