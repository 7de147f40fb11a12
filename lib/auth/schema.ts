import * as z from "zod/mini";
import { isSignupPlan, PASSWORD_MIN } from "@/lib/auth/signup-rules";

/** The longest one that the auth service reads in full. */
const PASSWORD_MAX = 72;

const LOGIN_REQUIRED = "Please enter both email and password";

/** Said when the auth service refuses without a message of its own. */
export const LOGIN_REFUSED = "Invalid email or password";

const signupMessages = {
  fillAll: "Please fill in all fields",
  passwordShort: `Password must be at least ${PASSWORD_MIN} characters`,
  emailInvalid: "Please enter a valid email address.",
  passwordsDiffer: "Passwords do not match",
  passwordLong: `Password must be at most ${PASSWORD_MAX} characters`,
  planMissing: "Please select a plan",
} as const;

/** Where to go after signing in: from the address, judged by landingPath. Nonsense there must not stop a log-in. */
const wish = {
  next: z.catch(z.optional(z.string().check(z.maxLength(2048))), undefined),
  plan: z.catch(z.optional(z.string().check(z.maxLength(32))), undefined),
};

const emailText = (required: string, max: number, tooLong: string) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(max, tooLong));
const password = (required: string, tooLong: string) =>
  z.string(required).check(z.minLength(1, required), z.maxLength(256, tooLong));

/** What the login form sends to POST /api/auth/login. The address is trimmed, the password is not. */
export const loginSchema = z.object({
  email: emailText(LOGIN_REQUIRED, 254, LOGIN_REFUSED),
  password: password(LOGIN_REQUIRED, LOGIN_REFUSED),
  ...wish,
});

/**
 * What the sign-up form asks, and the body of POST /api/auth/signup. Its first problem is the one to show: missing
 * fields come before a short password, that before two different ones, and the plan comes last.
 */
export const signupSchema = z
  .object({
    email: emailText(signupMessages.fillAll, 254, signupMessages.emailInvalid),
    password: password(signupMessages.fillAll, signupMessages.passwordLong),
    confirmPassword: password(signupMessages.fillAll, signupMessages.passwordLong),
    plan: z.optional(z.string()),
  })
  .check(
    z.superRefine((value, context) => {
      const report = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      if (value.password.length < PASSWORD_MIN) report("password", signupMessages.passwordShort);
      else if (value.password.length > PASSWORD_MAX) report("password", signupMessages.passwordLong);
      else if (value.password !== value.confirmPassword)
        report("confirmPassword", signupMessages.passwordsDiffer);
      else if (!isSignupPlan(value.plan)) report("plan", signupMessages.planMissing);
    }),
  );

/** Links of confirmation mails that the login page can finish. */
export const CONFIRM_TYPES = ["signup", "email"] as const;

/** Body of POST /api/auth/confirm: what the link of a confirmation mail carries. */
export const confirmSchema = z.object({
  tokenHash: z.string().check(z.regex(/^[\w-]{6,512}$/)),
  type: z.enum(CONFIRM_TYPES),
});
