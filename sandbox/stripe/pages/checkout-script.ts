/** Comfort only: groups the card number, puts the slash into the date, shows that the payment is under way. */
export const CHECKOUT_SCRIPT = `
(() => {
  const group = (id, format) => {
    const input = document.getElementById(id);
    if (!input) return;
    input.addEventListener("input", (event) => {
      const atEnd = input.selectionStart === input.value.length;
      if (!atEnd || (event.inputType || "").startsWith("delete")) return;
      input.value = format(input.value.replace(/\\D/g, ""));
    });
  };
  group("card_number", (digits) =>
    (/^3[47]/.test(digits)
      ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)]
      : digits.slice(0, 19).match(/.{1,4}/g) || []
    ).filter(Boolean).join(" "));
  group("card_expiry", (digits) => {
    const date = /^[2-9]/.test(digits) ? "0" + digits : digits;
    return date.length < 2 ? date : date.slice(0, 2) + " / " + (date.length > 4 ? date.slice(-2) : date.slice(2));
  });
  const form = document.querySelector("form");
  const button = form.querySelector("button");
  const label = button.textContent;
  form.addEventListener("submit", (event) => {
    if (button.getAttribute("aria-disabled") === "true") return event.preventDefault();
    button.setAttribute("aria-disabled", "true");
    button.textContent = "Processing…";
  });
  addEventListener("pageshow", () => {
    button.removeAttribute("aria-disabled");
    button.textContent = label;
  });
})();
`;
