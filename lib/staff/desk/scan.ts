/** What a scanner, or someone typing in its place, entered at the desk. */
export type Scan =
  /** A batch's own code, whole: it always names the next package. */
  | { kind: "batch"; code: string }
  /** The number under which a carrier brought the package. */
  | { kind: "tracking"; number: string }
  | { kind: "count"; count: number }
  /** Anything else: perhaps a batch ID without its prefix. */
  | { kind: "code"; code: string };

const BATCH = /^(BATCH[A-Z0-9]{10,20}|ORDER[0-9A-F]{8})$/;
/** UPS; the postal services of the world; DHL; Amazon. Those of USPS and FedEx are digits. */
const PARCEL = /^(\d{10,}|1Z[0-9A-Z]{16}|[A-Z]{2}\d{9}[A-Z]{2}|JJ?D\d{16,}|TBA\d{12})$/;
/** Parts two fields of a carrier's barcode. */
const SEPARATOR = String.fromCharCode(29);
/** The barcode of USPS begins with the postal code of the address. */
const USPS_WITH_POSTAL_CODE = /^420(\d{5}|\d{9})(9[1-5]\d{20})$/;

/** Reads a scan: a batch, a carrier's number, a count of up to four digits, or another code. Null for nothing. */
export function readScan(entered: string): Scan | null {
  const code = entered.replaceAll(SEPARATOR, "").trim();
  const plain = code.replaceAll(/[\s-]/g, "").toUpperCase();
  if (plain === "") return null;
  if (BATCH.test(plain)) return { kind: "batch", code };
  if (/^\d{1,4}$/.test(plain)) return { kind: "count", count: Number(plain) };
  if (PARCEL.test(plain)) {
    return { kind: "tracking", number: USPS_WITH_POSTAL_CODE.exec(plain)?.[2] ?? plain };
  }
  return { kind: "code", code };
}

/** Returns whether two codes name the same batch, however they are spelled. */
export function isSameBatch(one: string, other: string): boolean {
  const plain = (code: string) =>
    code
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, "")
      .replace(/^(BATCH|ORDER)/, "");
  return plain(one) === plain(other);
}
