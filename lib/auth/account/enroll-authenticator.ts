import "server-only";
import { endSession, type Proof, reauthenticate } from "@/lib/auth/account/reauthenticate";
import { authFailure } from "@/lib/auth/auth-failure";
import { authenticatorOf, offersAuthenticator } from "@/lib/auth/authenticator";
import { submitCode } from "@/lib/auth/second-factor/prove-second-factor";
import { requireAccount } from "@/lib/auth/session/loaders";
import { type Barcode, qrCode } from "@/lib/base/barcode";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { site } from "@/lib/base/site";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";

export type Enrollment = { factorId: string; qr: Barcode; secret: string };

/** Starts an enrollment and replaces unfinished ones. Throws 404 when disabled, 409 when an app is already on. */
export async function enrollAuthenticator(proof: Proof): Promise<Enrollment> {
  requireOffered();
  return reauthenticate(proof, async (client, user) => {
    if (authenticatorOf(user)) throw new AppError("authenticator_on");
    for (const { id, status } of user.factors ?? []) {
      if (status === "unverified") await client.auth.mfa.unenroll({ factorId: id });
    }
    const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", issuer: site.name });
    if (error) throw authFailure(error, "enroll_factor");
    await endSession(client);
    return { factorId: data.id, qr: qrCode(data.totp.uri), secret: data.totp.secret };
  });
}

/** Confirms the enrollment with its first code. Throws 400 for a wrong code or a replaced enrollment. */
export async function confirmAuthenticator(input: {
  factorId: string;
  code: string;
}): Promise<{ isOn: true }> {
  requireOffered();
  const { client, user } = await requireAccount();
  if (authenticatorOf(user)) throw new AppError("authenticator_on");
  await takeRateLimits([{ ...rateLimits.secondFactor, subject: user.id }]);
  if (!user.factors?.some(({ id }) => id === input.factorId)) throw new AppError("enrollment_ended");
  await submitCode(client, user, input);
  log.info("auth.second_factor_on", { userId: user.id });
  return { isOn: true };
}

/** Removes the app, idempotently. Throws 400 for a wrong code, and what `reauthenticate` throws. */
export async function removeAuthenticator(proof: Proof): Promise<{ isOn: false }> {
  requireOffered();
  return reauthenticate(proof, async (client, user) => {
    const factorId = authenticatorOf(user);
    if (factorId) {
      const { error } = await client.auth.mfa.unenroll({ factorId });
      if (error) throw authFailure(error, "remove_factor");
      log.info("auth.second_factor_off", { userId: user.id });
    }
    await endSession(client);
    return { isOn: false };
  });
}

function requireOffered(): void {
  if (!offersAuthenticator()) throw new AppError("second_factor_off");
}
