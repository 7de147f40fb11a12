import "server-only";
import { AppError } from "@/lib/base/errors";
import { readMailToken } from "@/lib/profile/notices/mail-token";

/**
 * Lets whoever has the token of a mail choose for the address that it went to; answers its hash. Throws 404 for a token that
 * we have not made.
 */
export async function requireMailToken({
  params,
}: {
  params: { id: string };
}): Promise<{ addressHash: string }> {
  const addressHash = readMailToken(params.id);
  if (!addressHash) throw new AppError("not_found");
  return { addressHash };
}
