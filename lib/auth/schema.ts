import * as z from "zod/mini";

/** The shortest password the product accepts; the auth service may ask for more. */
export const PASSWORD_MIN = 6;

/** The longest one that the auth service reads in full. */
const PASSWORD_MAX = 72;

export const LOGIN_REQUIRED = "Please enter both email and password";

/** Plans one can sign up for. Memberships join the list when their checkout exists. */
export const SIGNUP_PLANS = ["free"] as const;
export type SignupPlan = (typeof SIGNUP_PLANS)[number];

export const signupMessages = {
  fillAll: "Please fill in all fields",
  passwordShort: `Password must be at least ${PASSWORD_MIN} characters`,
  passwordsDiffer: "Passwords do not match",
  passwordLong: `Password must be at most ${PASSWORD_MAX} characters`,
  planMissing: "Please select a plan",
} as const;

/** Where to go after signing in; both come from the address and are checked by landingPath. */
const wish = { next: z.optional(z.string().check(z.maxLength(2048))), plan: z.optional(z.string()) };

const email = (required: string) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(254));
const password = (required: string) => z.string(required).check(z.minLength(1, required), z.maxLength(256));

/** What the login form asks. The address is trimmed, the password is not. */
export const loginFormSchema = z.object({
  email: email(LOGIN_REQUIRED),
  password: password(LOGIN_REQUIRED),
});

/** Body of POST /api/auth/login. */
export const loginSchema = z.extend(loginFormSchema, wish);

/**
 * What the sign-up form asks, and the body of POST /api/auth/signup. Its first problem is the one to show: missing
 * fields come before a short password, that before two different ones, and the plan comes last.
 */
export const signupSchema = z
  .object({
    email: email(signupMessages.fillAll),
    password: password(signupMessages.fillAll),
    confirmPassword: password(signupMessages.fillAll),
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

/** Whether one can sign up for the plan. */
export function isSignupPlan(plan: string | null | undefined): plan is SignupPlan {
  return SIGNUP_PLANS.some((known) => known === plan);
}

/** Links of confirmation mails that the login page can finish. */
export const CONFIRM_TYPES = ["signup", "email"] as const;

/** Body of POST /api/auth/confirm: what the link of a confirmation mail carries. */
export const confirmSchema = z.object({
  tokenHash: z.string().check(z.regex(/^[\w-]{6,512}$/)),
  type: z.enum(CONFIRM_TYPES),
});

export type LoginForm = z.infer<typeof loginFormSchema>;
export type SignupForm = z.infer<typeof signupSchema>;
