import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

export function Brand() {
  return (
    <a
      href={paths.home}
      className="flex items-center gap-2.5 rounded-md text-base font-semibold tracking-tight"
    >
      <svg viewBox="0 0 20 26" className="h-6.5 w-5" aria-hidden="true">
        <rect className="fill-accent" width="20" height="26" rx="4" />
        <rect className="fill-accent-contrast" x="3.5" y="3.5" width="13" height="4" rx="1" />
        <rect
          className="fill-transparent stroke-accent-contrast"
          x="4.25"
          y="10.75"
          width="11.5"
          height="11.5"
          rx="1.25"
          strokeWidth="1.5"
        />
      </svg>
      <span className="max-[24rem]:sr-only">{site.name}</span>
    </a>
  );
}
