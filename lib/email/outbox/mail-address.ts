import { oneLine } from "@/lib/email/outbox/clean-text";

/** One plain address: nothing that a mail program could read as a second one or as a header. */
const ADDRESS = /^[^\s"'`(),:;<>@[\]\\]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/** The recipient of a mail; throws for anything but one plain address. */
export function mailAddress(address: string | null, name: string | null): { address: string; name: string } {
  const trimmed = address?.trim() ?? "";
  if (!ADDRESS.test(trimmed)) throw new Error("the order has no usable e-mail address");
  return { address: trimmed, name: oneLine(name ?? "").slice(0, 100) };
}
