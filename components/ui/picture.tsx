type PictureProps = { src: string; alt: string; className?: string };

/** Shows an image from one of our handlers. `isPrinted` loads it eagerly, because printing skips lazy loading. */
export function Picture({ src, alt, className, isPrinted }: PictureProps & { isPrinted?: boolean }) {
  return (
    // biome-ignore lint/performance/noImgElement: it comes in the size that is shown, to one person alone, and is never cached.
    <img
      src={src}
      alt={alt}
      className={className}
      loading={isPrinted ? "eager" : "lazy"}
      width={320}
      height={320}
    />
  );
}

export function Thumbnail({ src, alt, href }: PictureProps & { href: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="block">
      <Picture
        src={src}
        alt={`${alt}, view full size`}
        className="aspect-square w-full rounded-lg border border-border bg-surface-sunken object-cover"
      />
    </a>
  );
}
