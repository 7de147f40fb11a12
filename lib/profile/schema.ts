import * as z from "zod/mini";
import { type Country, countries, countryText } from "@/lib/base/countries";

/** Texts of the specification's error catalog. */
export const profileMessages = {
  saved: "Profile saved successfully!",
  saveFailed: "Failed to save profile",
  loadFailed: "Failed to load profile",
} as const;

/** Control characters and lone surrogates, which no label can print. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

const text = (label: string, max: number) =>
  z.string(`Please enter ${label}.`).check(
    z.trim(),
    z.maxLength(max, `Use ${max} characters or fewer.`),
    z.refine((value) => !UNPRINTABLE.test(value), "Please remove emoji and other characters we can't print."),
  );

/** Requires at least one letter or digit. */
const required = (label: string, max: number) =>
  text(label, max).check(z.refine((value) => /[\p{L}\p{N}]/u.test(value), `Please enter ${label}.`));

const optional = (max: number) => z.nullish(text("text", max));

/** The name and address that go on a return label. */
export const addressFields = {
  full_name: required("your full name", 120),
  address_line1: required("your street address", 200),
  address_line2: optional(200),
  city: required("your city", 120),
  state: required("your state or province", 120),
  postal_code: required("your postal code", 16),
  country: z.enum(countries, "Please choose a country we ship to."),
};

export const postalCodeFits = z.superRefine<{ postal_code: string; country: Country }>((value, context) => {
  const { postal, postalCode } = countryText[value.country];
  if (postal.pattern.test(value.postal_code)) return;
  const name = postalCode.replace("Post", "post");
  const message = `Please enter a valid ${name}, such as ${postal.example}.`;
  context.addIssue({ code: "custom", path: ["postal_code"], message });
});

/**
 * The profile form and the body of POST /api/profile. Missing fields are kept and empty ones cleared. The email is
 * changed elsewhere.
 */
export const profileSchema = z
  .object({
    /** The user whose profile the page shows. The browser may have switched accounts since the page was loaded. */
    user_id: z.optional(z.string().check(z.maxLength(64))),
    phone: z.nullish(
      text("a phone number", 32).check(
        z.refine(
          (value) => value === "" || /^[+(\d][\d\s().\-/x#,]{4,}$/i.test(value),
          "Please enter a phone number such as +1 503 555 0100, or leave it blank.",
        ),
      ),
    ),
    ...addressFields,
  })
  .check(postalCodeFits);

export type ProfileInput = z.input<typeof profileSchema>;
export type ProfileFields = z.output<typeof profileSchema>;

/** The request and response body of both endpoints for optional emails. */
export const optionalEmailsSchema = z.object({ wanted: z.boolean() });
