import { html } from "hono/html";
import {
  COUNTRIES,
  type Country,
  FIELDS,
  type FieldErrors,
  type FieldName,
  type FieldValues,
} from "./payment-form.ts";

export interface FormState {
  values: FieldValues;
  errors: FieldErrors;
  focus: FieldName | null;
}

interface InputOptions {
  placeholder?: string;
  type?: "text" | "email";
  inputmode?: "numeric" | "email";
  maxlength?: number;
  readonly?: boolean;
}

export function hasErrors({ errors }: FormState): boolean {
  return Object.keys(errors).length > 0;
}

/** Only the focused error is announced. The others are read with their fields. */
function errorLine({ errors, focus }: FormState, name: FieldName) {
  const role = focus === name ? html` role="alert"` : "";
  return errors[name] ? html`<p class="error" id="${name}-error"${role}>${errors[name]}</p>` : "";
}

function stateAttributes({ errors, focus }: FormState, name: FieldName) {
  return html`${errors[name] ? html` aria-invalid="true" aria-describedby="${name}-error"` : ""}${
    focus === name ? html` autofocus` : ""
  }`;
}

export function inputField(
  state: FormState,
  name: FieldName,
  label: string,
  autocomplete: string,
  { placeholder = "", type = "text", inputmode, maxlength = 200, readonly = false }: InputOptions = {},
) {
  return html`<div class="field field-${name}">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${state.values[name]}"
      autocomplete="${autocomplete}" placeholder="${placeholder}" maxlength="${maxlength}"${
        inputmode ? html` inputmode="${inputmode}"` : ""
      }${readonly ? html` readonly` : ""} autocapitalize="off" spellcheck="false"${stateAttributes(state, name)}>
    ${errorLine(state, name)}
  </div>`;
}

export function countryField(
  state: FormState,
  name: FieldName,
  label: string,
  autocomplete: string,
  countries: readonly Country[],
) {
  const options = countries.map(
    ({ code, name: country }) =>
      html`<option value="${code}"${state.values[name] === code ? html` selected` : ""}>${country}</option>`,
  );
  return html`<div class="field field-${name}">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}" autocomplete="${autocomplete}"${stateAttributes(state, name)}>${options}</select>
    ${errorLine(state, name)}
  </div>`;
}

export function cardFields(state: FormState) {
  const number = { placeholder: "1234 1234 1234 1234", inputmode: "numeric", maxlength: 23 } as const;
  const expiry = { placeholder: "MM / YY", inputmode: "numeric", maxlength: 9 } as const;
  const cvc = { placeholder: "CVC", inputmode: "numeric", maxlength: 4 } as const;
  const name = { placeholder: "Full name on card" };
  return html`<div class="card-fields">
    ${inputField(state, "card_number", "Card number", "cc-number", number)}
    <div class="pair">
      ${inputField(state, "card_expiry", "MM / YY", "cc-exp", expiry)}
      ${inputField(state, "card_cvc", "CVC", "cc-csc", cvc)}
    </div>
    ${inputField(state, "cardholder_name", "Cardholder name", "cc-name", name)}
    ${countryField(state, "billing_country", "Country or region", "billing country", COUNTRIES)}
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

export function failedForm(values: FieldValues, errors: FieldErrors): FormState {
  return { values, errors, focus: FIELDS.find((field) => errors[field]) ?? null };
}
