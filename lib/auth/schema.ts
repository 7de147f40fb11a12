import * as z from "zod/mini";
import { isSignupPlan, PASSWORD_MIN } from "@/lib/auth/signup-rules";
import { sharedMessages } from "@/lib/base/shared-messages";

/** The auth service's longest password, in UTF-8 bytes. */
const PASSWORD_MAX = 72;

const LOGIN_REQUIRED = "Please enter both email and password";

const EMAIL_REQUIRED = "Please enter your email address.";
const CURRENT_REQUIRED = "Please enter your current password.";

const CODE_REQUIRED = "Please enter the six-digit code from your authenticator app.";

const signupMessages = {
  fillAll: "Please fill in all fields",
  passwordShort: `Password must be at least ${PASSWORD_MIN} characters`,
  emailInvalid: "Please enter a valid email address.",
  passwordsDiffer: "Passwords do not match",
  passwordLong: `Password is too long. Use at most ${PASSWORD_MAX} characters. Accented letters and emoji count as more than one.`,
  planMissing: "Please select a plan",
} as const;

/** Where to go after login, taken from the URL and checked by landingPath. An invalid value mustn't block the login. */
const loginTargetFields = {
  next: z.catch(z.optional(z.string().check(z.maxLength(2048))), undefined),
  plan: z.catch(z.optional(z.string().check(z.maxLength(32))), undefined),
};

const emailText = (required: string, max: number, tooLong: string) =>
  z
    .string(required)
    .check(z.trim(), z.overwrite(asciiDomain), z.minLength(1, required), z.maxLength(max, tooLong));
// Without NFC, two encodings of the same letters would be two passwords.
const password = (required: string, tooLong: string) =>
  z.string(required).check(z.normalize("NFC"), z.minLength(1, required), z.maxLength(256, tooLong));

/** Converts the domain to ASCII, as mail servers and the auth service use it (münchen.de is xn--mnchen-3ya.de). */
function asciiDomain(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 0 || !/[^\0-\x7f]/.test(email.slice(at))) return email;
  try {
    return `${email.slice(0, at)}@${new URL(`http://${email.slice(at + 1)}`).hostname}`;
  } catch {
    return email;
  }
}

/** An email format that mail servers accept. The part before the @ has no dot at either end and no two dots in a row. */
const EMAIL = /^(?!\.)(?!.*\.[.@])[^\s@]+@[^\s@]+$/;

export const loginSchema = z.object({
  email: emailText(LOGIN_REQUIRED, 254, sharedMessages.loginRefused),
  password: password(LOGIN_REQUIRED, sharedMessages.loginRefused),
  ...loginTargetFields,
});

/** The form shows the first problem in the specification's order: missing fields, short password, mismatch, plan. */
export const signupSchema = z
  .object({
    email: emailText(signupMessages.fillAll, 254, signupMessages.emailInvalid),
    password: password(signupMessages.fillAll, signupMessages.passwordLong),
    confirmPassword: password(signupMessages.fillAll, signupMessages.passwordLong),
    plan: z.optional(z.string()),
    next: loginTargetFields.next,
  })
  .check(
    z.superRefine((value, context) => {
      const problem = passwordProblem(value);
      if (problem) context.addIssue(problem);
      else if (!isSignupPlan(value.plan)) {
        context.addIssue({ code: "custom", path: ["plan"], message: signupMessages.planMissing });
      } else if (!EMAIL.test(value.email)) {
        context.addIssue({ code: "custom", path: ["email"], message: signupMessages.emailInvalid });
      }
    }),
  );

/** Checks a new password and its repetition. Returns null if they are valid. */
function passwordProblem({ password, confirmPassword }: { password: string; confirmPassword: string }) {
  const issue = (path: string, message: string) => ({ code: "custom" as const, path: [path], message });
  if (password.length < PASSWORD_MIN) return issue("password", signupMessages.passwordShort);
  if (new Blob([password]).size > PASSWORD_MAX) return issue("password", signupMessages.passwordLong);
  if (password !== confirmPassword) return issue("confirmPassword", signupMessages.passwordsDiffer);
  return null;
}

export const TOKEN_HASH = /^[\w-]{6,512}$/;
const tokenHash = z.string().check(z.regex(TOKEN_HASH));

/**
 * Types of emailed links that open an account and so require a password. The auth service accepts one token under
 * several types, and the caller chooses the type. So no type that can confirm an address, except email_change, may
 * skip the password.
 */
const OPENING_TYPES = ["signup", "invite", "email", "magiclink"] as const;
export const CONFIRM_TYPES = [...OPENING_TYPES, "email_change"] as const;

export const sixDigits = z.string(CODE_REQUIRED).check(z.trim(), z.regex(/^\d{6}$/, CODE_REQUIRED));

/** The fields of a new password. The code is required if an authenticator app is enrolled. */
const newPassword = {
  password: password(signupMessages.fillAll, signupMessages.passwordLong),
  confirmPassword: password(signupMessages.fillAll, signupMessages.passwordLong),
  code: z.optional(sixDigits),
};

const aGoodPassword = z.superRefine<z.infer<z.ZodMiniObject<typeof newPassword>>>((value, context) => {
  const problem = passwordProblem(value);
  if (problem) context.addIssue(problem);
});

export const newPasswordSchema = z
  .object({
    tokenHash,
    ...newPassword,
  })
  .check(aGoodPassword);

/** Validates an emailed link's token and, if the link opens an account, the password the mailbox's owner chooses. */
export const confirmSchema = z.discriminatedUnion("type", [
  z.object({ type: z.enum(OPENING_TYPES), tokenHash, ...newPassword }).check(aGoodPassword),
  z.object({ type: z.literal("email_change"), tokenHash }),
]);

const currentPassword = password(CURRENT_REQUIRED, sharedMessages.currentPasswordWrong);

export const changePasswordSchema = z
  .object({
    currentPassword,
    ...newPassword,
  })
  .check(aGoodPassword);

export const accountMailSchema = z.object({
  email: emailText(EMAIL_REQUIRED, 254, signupMessages.emailInvalid).check(
    z.regex(EMAIL, signupMessages.emailInvalid),
  ),
});

/** Proof that the account's owner sent the request. The code is required if an authenticator app is enrolled. */
const proof = { currentPassword, code: z.optional(sixDigits) };

export const changeEmailSchema = z.object({ email: accountMailSchema.shape.email, ...proof });

export const secondFactorSchema = z.object({ code: sixDigits, ...loginTargetFields });

export const confirmAuthenticatorSchema = z.object({
  factorId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  code: sixDigits,
});

export const enrollAuthenticatorSchema = z.object(proof);

export const removeAuthenticatorSchema = z.object({ currentPassword, code: sixDigits });

export const linkIdentitySchema = z.object({
  provider: z.string().check(z.regex(/^[a-z_]{1,32}$/)),
  ...proof,
});

export const removeIdentitySchema = z.object({
  identityId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  ...proof,
});

export const testAuthSchema = z.object({
  action: z.enum(["sign-up", "sign-in"]),
  email: z.optional(z.string().check(z.maxLength(254))),
  password: z.optional(z.string().check(z.maxLength(256))),
});
