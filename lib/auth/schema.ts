import * as z from "zod/mini";
import { isSignupPlan, PASSWORD_MIN } from "@/lib/auth/signup-rules";
import { sharedMessages } from "@/lib/base/shared-messages";

/** The longest password that the auth service takes, in bytes of UTF-8. */
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

/** Where to go after signing in: from the address, judged by landingPath. Nonsense there must not stop a login. */
const loginTargetFields = {
  next: z.catch(z.optional(z.string().check(z.maxLength(2048))), undefined),
  plan: z.catch(z.optional(z.string().check(z.maxLength(32))), undefined),
};

const emailText = (required: string, max: number, tooLong: string) =>
  z
    .string(required)
    .check(z.trim(), z.overwrite(asciiDomain), z.minLength(1, required), z.maxLength(max, tooLong));
// The same letters can be encoded in two ways: without NFC, they would be two passwords.
const password = (required: string, tooLong: string) =>
  z.string(required).check(z.normalize("NFC"), z.minLength(1, required), z.maxLength(256, tooLong));

/** Writes the domain of an address as mail servers and the auth service know it: jane@münchen.de is jane@xn--mnchen-3ya.de. */
function asciiDomain(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 0 || !/[^\0-\x7f]/.test(email.slice(at))) return email;
  try {
    return `${email.slice(0, at)}@${new URL(`http://${email.slice(at + 1)}`).hostname}`;
  } catch {
    return email;
  }
}

/** An address that mail servers take: no dot at either end of the part before the @, no two dots in a row. */
const EMAIL = /^(?!\.)(?!.*\.[.@])[^\s@]+@[^\s@]+$/;

export const loginSchema = z.object({
  email: emailText(LOGIN_REQUIRED, 254, sharedMessages.loginRefused),
  password: password(LOGIN_REQUIRED, sharedMessages.loginRefused),
  ...loginTargetFields,
});

/**
 * Checks the body of POST /api/auth/signup, in the form and in the handler. The form shows the first problem: missing
 * fields come before a short password, that before two different ones, and the plan comes last (the specification's
 * order).
 */
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

/** The one rule for a new password and its repetition; null when nothing is wrong. */
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
 * Names the kinds of emailed links that POST /api/auth/confirm redeems, in the auth service's words: those that open an account,
 * and so ask for its password, and the one that needs no more than a click. The auth service takes the token of one email as
 * of several kinds, and the sender chooses: no other kind that can confirm an address may do without the password.
 */
const OPENING_TYPES = ["signup", "invite", "email", "magiclink"] as const;
export const CONFIRM_TYPES = [...OPENING_TYPES, "email_change"] as const;

export const sixDigits = z.string(CODE_REQUIRED).check(z.trim(), z.regex(/^\d{6}$/, CODE_REQUIRED));

/** The fields in which a new password is given. The code is asked for where an authenticator app is enrolled. */
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

/**
 * Checks the body of POST /api/auth/confirm: what an emailed link carries, and with one that opens an account the
 * password, which the mailbox's owner chooses.
 */
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

/** What proves that it is the account's owner who asks: the code is asked for where an authenticator app is enrolled. */
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
