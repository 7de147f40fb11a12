import { html } from "hono/html";
import { COUNTRIES } from "./countries.ts";
import { countryField, type FormState, inputField } from "./field.ts";

/** The inputs of a card, with the test cards below. */
export function cardFields(state: FormState) {
  return html`<div class="card-fields">
    ${inputField(state, {
      name: "card_number",
      label: "Card number",
      autocomplete: "cc-number",
      placeholder: "1234 1234 1234 1234",
      inputmode: "numeric",
      maxlength: 23,
    })}
    <div class="pair">
      ${inputField(state, {
        name: "card_expiry",
        label: "MM / YY",
        autocomplete: "cc-exp",
        placeholder: "MM / YY",
        inputmode: "numeric",
        maxlength: 9,
      })}
      ${inputField(state, {
        name: "card_cvc",
        label: "CVC",
        autocomplete: "cc-csc",
        placeholder: "CVC",
        inputmode: "numeric",
        maxlength: 4,
      })}
    </div>
    ${inputField(state, {
      name: "cardholder_name",
      label: "Cardholder name",
      autocomplete: "cc-name",
      placeholder: "Full name on card",
    })}
    ${countryField(state, {
      name: "billing_country",
      label: "Country or region",
      autocomplete: "billing country",
      countries: COUNTRIES,
    })}
    <div class="hint">
      <p><strong>Test cards</strong> with any future date and any CVC. A real card is refused.</p>
      <ul>
        <li><code>4242 4242 4242 4242</code> pays</li>
        <li><code>4000 0000 0000 0002</code> is declined</li>
        <li><code>4000 0000 0000 9995</code> has insufficient funds</li>
      </ul>
    </div>
  </div>`;
}
