import { buttonStyle } from "@/components/ui/button-link";
import { Mark } from "@/components/ui/mark";
import { Thumbnail } from "@/components/ui/picture";
import { paths, withQuery } from "@/lib/base/paths";
import { type PhotoProof, photoAlt, photoKind, photoPath } from "@/lib/orders/photo";
import type { Photo } from "@/lib/orders/schema";

type TakenInProps = {
  orderId: string;
  photos: Photo[];
  /** The cards are counted: there is a custody receipt. */
  hasReceipt: boolean;
  /** What shows the right to see them, where it is not the session or the guest's cookie. */
  proof?: PhotoProof;
  /** Level of the heading, below that of the page or drawer. */
  level: 2 | 3;
};

/**
 * Shows a customer what we have taken in: the photographs, each of which opens large, and the custody receipt; nothing as
 * long as there is neither.
 */
export function TakenIn({ orderId, photos, hasReceipt, proof = {}, level }: TakenInProps) {
  if (photos.length === 0 && !hasReceipt) return null;
  const Heading = `h${level}` as const;
  return (
    <section className="space-y-4">
      <Heading className="text-lg font-semibold">What we took in</Heading>
      {photos.length > 0 ? (
        <ul aria-label="Photographs" className="grid grid-cols-3 gap-3 sm:grid-cols-4">
          {photos.map((photo, index) => (
            <li key={photo.id} className="space-y-1 text-xs text-text-muted">
              <Thumbnail
                src={photoPath(photo.id, "small", proof)}
                href={photoPath(photo.id, "full", proof)}
                alt={photoAlt(photo, index, photos.length)}
              />
              <p>{photoKind(photo.kind)}</p>
            </li>
          ))}
        </ul>
      ) : null}
      {hasReceipt ? (
        <a
          className={buttonStyle({ variant: "secondary", size: "sm" })}
          href={withQuery(paths.receipt(orderId), { track: proof.track })}
        >
          <Mark name="receipt-text" className="size-4" />
          Custody receipt
        </a>
      ) : null}
    </section>
  );
}
