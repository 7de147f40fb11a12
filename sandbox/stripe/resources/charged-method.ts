import type Stripe from "stripe";

/** `payment_method_details` of a charge: the method as it was at that moment. */
export function chargedMethod(
  method: Stripe.PaymentMethod,
  amount: number,
): Stripe.Charge.PaymentMethodDetails {
  if (method.us_bank_account) {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } =
      method.us_bank_account;
    return {
      type: "us_bank_account",
      us_bank_account: {
        account_holder_type,
        account_type,
        bank_name,
        fingerprint,
        last4,
        payment_reference: null,
        routing_number,
      },
    };
  }
  if (!method.card) throw new Error(`${method.id} is neither a card nor a bank account`);
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card;
  return {
    type: "card",
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand,
      checks,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      extended_authorization: { status: "disabled" },
      fingerprint: fingerprint ?? null,
      funding,
      incremental_authorization: { status: "unavailable" },
      installments: null,
      last4,
      mandate: null,
      multicapture: { status: "unavailable" },
      network: brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: amount, status: "unavailable" },
      regulated_status: "unregulated",
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
