import { html } from "hono/html";
import {
  COUNTRIES,
  type Country,
  type FieldErrors,
  type FieldName,
  type FieldValues,
} from "./payment-form.ts";

/** What the fields show: entered values, errors, and which of them gets the focus. */
export interface FormState {
  values: FieldValues;
  errors: FieldErrors;
  focus: FieldName | null;
}

interface FieldOptions {
  name: FieldName;
  label: string;
  autocomplete: string;
  placeholder?: string;
  type?: "text" | "email";
  inputmode?: "numeric" | "email";
  maxlength?: number;
  readonly?: boolean;
}

/** Only the error that gets the focus is announced by itself; the others are read with their fields. */
function errorLine({ errors, focus }: FormState, name: FieldName) {
  const role = focus === name ? html` role="alert"` : "";
  return errors[name] ? html`<p class="error" id="${name}-error"${role}>${errors[name]}</p>` : "";
}

function stateAttributes({ errors, focus }: FormState, name: FieldName) {
  return html`${errors[name] ? html` aria-invalid="true" aria-describedby="${name}-error"` : ""}${
    focus === name ? html` autofocus` : ""
  }`;
}

/** A labelled input with its error below. */
export function inputField(state: FormState, field: FieldOptions) {
  const { name } = field;
  return html`<div class="field field-${name}">
    <label for="${name}">${field.label}</label>
    <input id="${name}" name="${name}" type="${field.type ?? "text"}" value="${state.values[name]}"
      autocomplete="${field.autocomplete}" placeholder="${field.placeholder ?? ""}"
      maxlength="${field.maxlength ?? 200}"${field.inputmode ? html` inputmode="${field.inputmode}"` : ""}${
        field.readonly ? html` readonly` : ""
      } autocapitalize="off" spellcheck="false"${stateAttributes(state, name)}>
    ${errorLine(state, name)}
  </div>`;
}

/** A labelled choice of countries with its error below. */
export function countryField(
  state: FormState,
  field: { name: FieldName; label: string; autocomplete: string; countries: readonly Country[] },
) {
  const { name } = field;
  const options = field.countries.map(
    ({ code, name: country }) =>
      html`<option value="${code}"${state.values[name] === code ? html` selected` : ""}>${country}</option>`,
  );
  return html`<div class="field field-${name}">
    <label for="${name}">${field.label}</label>
    <select id="${name}" name="${name}" autocomplete="${field.autocomplete}"${stateAttributes(state, name)}>${options}</select>
    ${errorLine(state, name)}
  </div>`;
}

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
