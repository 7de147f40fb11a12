import "server-only";
import { endSession, reauthenticate } from "@/lib/auth/account/reauthenticate";
import { signInMethodsOf } from "@/lib/auth/account/sign-in-methods";
import { loadCurrentUser, type Person } from "@/lib/auth/session/loaders";
import { AppError } from "@/lib/base/errors";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { changeReturnAddress, sendAddressCode } from "@/lib/orders/mutations";
import type { AddressChange } from "@/lib/orders/return-address/schema";
import { isAddressCode } from "@/lib/orders/signed-links";

/**
 * Changes the return address of the person's order. Once the cards are here, this requires the account's password. An
 * account without one is emailed a code at the order's address. Throws 403 while that proof is missing, 400 when it's
 * wrong, 409 when the cards are packed.
 */
export async function requestAddressChange(
  orderId: string,
  { currentPassword, code, emailedCode, ...address }: AddressChange,
  person: Person,
  clientAddress: string,
): Promise<{ outcome: "changed" }> {
  let isProven = false;
  if (currentPassword) {
    await reauthenticate({ ...person, currentPassword, code, address: clientAddress }, endSession);
    isProven = true;
  } else if (emailedCode) {
    if (await hasPassword(person)) throw new AppError("password_needed");
    await takeRateLimits([{ ...rateLimits.secondFactor, subject: person.userId }]);
    if (!isAddressCode(orderId, emailedCode)) throw new AppError("address_code_wrong");
    isProven = true;
  }
  const { address_line2: line2, ...rest } = address;
  const outcome = await changeReturnAddress(
    orderId,
    person.userId,
    line2 ? { ...rest, address_line2: line2 } : rest,
    isProven,
  );
  if (outcome === "changed") return { outcome };
  if (await hasPassword(person)) throw new AppError("password_needed");
  await sendAddressCode(orderId, person.userId);
  throw new AppError("address_code_needed");
}

async function hasPassword({ accessToken }: Person): Promise<boolean> {
  return signInMethodsOf(await loadCurrentUser(accessToken), [], false).hasPassword;
}
