import { aSandbox, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

const GOOD_CARD = {
  billing_country: "US",
  card_cvc: "123",
  card_expiry: "12 / 34",
  card_number: "4242 4242 4242 4242",
  cardholder_name: "Ann Example",
  email: "ann@example.com",
  payment_method: "card",
};

describe("the hosted page", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  async function aPage(more = {}) {
    const session = await sandbox.stripe.checkout.sessions.create(sessionParams(more));
    const url = String(session.url);
    const html = await (await fetch(url)).text();
    const form = /name="form" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const send = (fields: Record<string, string> = {}) =>
      fetch(url, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ ...GOOD_CARD, form, ...fields }),
      });
    return { session, html, send, url };
  }

  const charges = () => sandbox.stripe.charges.list().then(({ data }) => data);

  test("shows amount, fields with Stripe's labels, the way back and that it is a test", async () => {
    const { html } = await aPage();
    for (const label of ["Email", "Card number", "MM / YY", "CVC", "Cardholder name", "Country or region"])
      expect(html).toContain(`>${label}</label>`);
    expect(html).toContain("$75.00");
    expect(html).toContain('href="http://localhost:3000/submit"');
    expect(html).toContain("TEST MODE");
    expect(html).toContain('<button type="submit">Pay</button>');
  });

  test("escapes what the seller and the buyer entered", async () => {
    const name = '<script>alert("x")</script>';
    const price_data = { currency: "usd", unit_amount: 2500, product_data: { name } };
    const { html, send } = await aPage({ line_items: [{ quantity: 1, price_data }] });
    expect(html).not.toContain("<script>alert");
    const again = await (await send({ email: '"><script>alert(1)</script>' })).text();
    expect(again).not.toContain("<script>alert");
  });

  test("pays and goes to success_url with the session's id", async () => {
    const { session, send } = await aPage();
    const response = await send();
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`http://localhost:3000/success?session_id=${session.id}`);
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      customer_details: { address: { country: "US" }, email: "ann@example.com", name: "Ann Example" },
      payment_status: "paid",
      status: "complete",
      url: null,
    });
  });

  test("charges once for a double click, and both arrive", async () => {
    const { send } = await aPage();
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await charges()).toHaveLength(1);
  });

  test("tells a second tab that it is paid already", async () => {
    const { send, url } = await aPage();
    await send();
    const second = await send({ form: "another" });
    expect(second.status).toBe(200);
    expect(await second.text()).toContain("This payment is already complete");
    expect(await (await fetch(url)).text()).toContain("Back to SlabRelay");
    expect(await charges()).toHaveLength(1);
  });

  test("says that the card was declined and lets the buyer try another one", async () => {
    const { session, send } = await aPage();
    const declined = await send({ card_number: "4000 0000 0000 0002" });
    const html = await declined.text();
    expect(html.match(/role="alert">Your card was declined\.</g)).toHaveLength(1);
    expect(html).toMatch(
      /id="card_number"[^>]* aria-invalid="true" aria-describedby="card_number-error" autofocus/,
    );
    const between = await sandbox.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent"],
    });
    expect(between).toMatchObject({
      payment_intent: {
        last_payment_error: { code: "card_declined", decline_code: "generic_decline", type: "card_error" },
        status: "requires_payment_method",
      },
      payment_status: "unpaid",
      status: "open",
    });
    expect((await send()).status).toBe(303);
    const [paid, failed] = await charges();
    expect(paid).toMatchObject({ paid: true, payment_intent: failed?.payment_intent });
    expect(failed).toMatchObject({ failure_code: "card_declined", paid: false, receipt_url: null });
    expect((await sandbox.deliveredTypes()).sort()).toEqual([
      "charge.failed",
      "charge.succeeded",
      "checkout.session.completed",
      "payment_intent.created",
      "payment_intent.payment_failed",
      "payment_intent.succeeded",
    ]);
  });

  test.each([
    ["card_number", "4242 4242", "Your card number is incomplete."],
    ["card_number", "4242 4242 4242 4241", "Your card number is invalid."],
    ["card_expiry", "12", "Your card&#39;s expiration date is incomplete."],
    ["card_expiry", "12 / 20", "Your card&#39;s expiration year is in the past."],
    ["card_cvc", "1", "Your card&#39;s security code is incomplete."],
    ["cardholder_name", " ", "Your name is incomplete."],
    ["email", "", "Your email is incomplete."],
    ["email", "ann", "Your email is invalid."],
    ["billing_country", "ZZ", "This field is incomplete."],
  ])("asks again for %s '%s'", async (field, value, message) => {
    const { send } = await aPage();
    const html = await (await send({ [field]: value })).text();
    expect(html).toContain(`<p class="error" id="${field}-error" role="alert">${message}</p>`);
    expect(await charges()).toHaveLength(0);
  });

  test("refuses a card that is no test card", async () => {
    const { send } = await aPage();
    expect(await (await send({ card_number: "4111111111111111" })).text()).toContain(
      "used a non test (live) card",
    );
  });

  test("says that it has expired", async () => {
    const { session, send } = await aPage();
    await sandbox.stripe.checkout.sessions.expire(session.id);
    expect(await (await send()).text()).toContain("This payment page has expired");
    expect(await charges()).toHaveLength(0);
  });

  test("asks for an address in the allowed countries", async () => {
    const { session, html, send } = await aPage({
      shipping_address_collection: { allowed_countries: ["US", "CA"] },
    });
    expect(html).toContain('<option value="CA"');
    const address = {
      shipping_city: "Springfield",
      shipping_country: "US",
      shipping_line1: "1 Main Street",
      shipping_name: "Ann Example",
      shipping_postal_code: "12345",
      shipping_state: "IL",
    };
    expect(await (await send({ ...address, shipping_country: "DE" })).text()).toContain(
      'id="shipping_country-error"',
    );
    expect((await send(address)).status).toBe(303);
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      collected_information: {
        shipping_details: { address: { line1: "1 Main Street", line2: null }, name: "Ann Example" },
      },
    });
  });

  test("keeps the session's own e-mail", async () => {
    const { session, send } = await aPage({ customer_email: "fixed@example.com" });
    await send();
    const { customer_details } = await sandbox.stripe.checkout.sessions.retrieve(session.id);
    expect(customer_details?.email).toBe("fixed@example.com");
  });

  test("leaves a receipt with amount, date and the card's last digits", async () => {
    const { send } = await aPage();
    await send();
    const [charge] = await charges();
    const html = await (await fetch(String(charge?.receipt_url))).text();
    for (const text of ["$75.00", "Visa ending in 4242", "Card grading", String(new Date().getUTCFullYear())])
      expect(html).toContain(text);
    expect((await fetch(`${sandbox.url}/receipts/payment/${charge?.id}/guess`)).status).toBe(404);
  });
});
