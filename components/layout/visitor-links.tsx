"use client";
import { useSignedIn } from "@/components/layout/use-signed-in";
import { ButtonLink } from "@/components/ui/button-link";
import { paths } from "@/lib/base/paths";

type Link = { href: string; label: string };

const LINKS: Record<"visitor" | "person", [Link, Link]> = {
  visitor: [
    { href: paths.login, label: "Login" },
    { href: paths.signup, label: "Get Started" },
  ],
  person: [
    { href: paths.dashboard, label: "Dashboard" },
    { href: paths.submit, label: "Submit Cards" },
  ],
};

/** Shows the header links for visitors or members in the same grid cell, so that switching causes no layout shift. */
export function VisitorLinks() {
  const isSignedIn = useSignedIn();
  return (
    <div className="grid justify-items-end">
      <Pair links={LINKS.visitor} isShown={!isSignedIn} />
      <Pair links={LINKS.person} isShown={isSignedIn} />
    </div>
  );
}

function Pair({ links: [first, second], isShown }: { links: [Link, Link]; isShown: boolean }) {
  return (
    <div className={`col-start-1 row-start-1 flex gap-1 sm:gap-2 ${isShown ? "" : "invisible"}`}>
      <ButtonLink href={first.href} variant="quiet" size="sm">
        {first.label}
      </ButtonLink>
      <ButtonLink href={second.href} variant="secondary" size="sm">
        {second.label}
      </ButtonLink>
    </div>
  );
}
