import { buttonStyle } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icon";
import { Thumbnail } from "@/components/ui/picture";
import { paths, withQuery } from "@/lib/base/paths";
import { type PhotoProof, photoAlt, photoKind, photoPath } from "@/lib/orders/photo";
import type { Photo } from "@/lib/orders/schema";

type CustodyRecordProps = {
  orderId: string;
  photos: Photo[];
  hasReceipt: boolean;
  /** Grants access without a session or cookie. */
  proof?: PhotoProof;
  level: 2 | 3;
};

export function CustodyRecord({ orderId, photos, hasReceipt, proof = {}, level }: CustodyRecordProps) {
  if (photos.length === 0 && !hasReceipt) return null;
  const Heading = `h${level}` as const;
  return (
    <section className="space-y-4">
      <Heading className="sr-only">What we received</Heading>
      {photos.length > 0 ? (
        <ul aria-label="Photos" className="grid grid-cols-3 gap-3 sm:grid-cols-4">
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
          <Icon name="receipt-text" className="size-4" />
          Custody receipt
        </a>
      ) : null}
    </section>
  );
}
