import type { Graph, Organization, Product, WebSite } from "schema-dts";
import { publicEnv } from "@/lib/base/env-public";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { MEMBERSHIP_PLANS, type MembershipPlan, plans } from "@/lib/base/plans";
import { receivingAddress } from "@/lib/base/receiving-address";
import { site } from "@/lib/base/site";

const url = (path: string) => publicEnv.siteUrl + path;
const ORGANIZATION_ID = url("/#organization");
const amount = (cents: number) => (cents / 100).toFixed(2);

/** Returns the landing page's JSON-LD. Leaves out the FAQ, because search engines no longer show it for shops. */
export function homeGraph(): Graph {
  return {
    "@context": "https://schema.org",
    "@graph": [organization(), webSite()],
  };
}

export function pricingGraph(): Graph {
  return { "@context": "https://schema.org", "@graph": [organization(), ...products()] };
}

function organization(): Organization {
  const { line1, city, state, postalCode, country } = receivingAddress;
  return {
    "@type": "Organization",
    "@id": ORGANIZATION_ID,
    name: site.name,
    description: `${site.tagline}.`,
    url: url(paths.home),
    logo: url(paths.icon),
    email: site.contactEmail,
    address: {
      "@type": "PostalAddress",
      streetAddress: line1,
      addressLocality: city,
      addressRegion: state,
      postalCode,
      addressCountry: country,
    },
    contactPoint: { "@type": "ContactPoint", contactType: "customer support", email: site.contactEmail },
  };
}

function webSite(): WebSite {
  return {
    "@type": "WebSite",
    "@id": url("/#website"),
    name: site.name,
    url: url(paths.home),
    inLanguage: "en",
    publisher: { "@id": ORGANIZATION_ID },
  };
}

function products(): Product[] {
  const { label, rateCents } = plans.free;
  const free = product("free", {
    name: `${label}: card grading submission`,
    description: `No monthly fee: ${formatPrice(rateCents)} for each card submitted for grading.`,
    cents: rateCents,
    unitText: "card",
  });
  return [free, ...MEMBERSHIP_PLANS.map(membershipProduct)];
}

function membershipProduct(plan: MembershipPlan): Product {
  const { label, rateCents, monthlyCents, monthlyLimit } = plans[plan];
  const limit = (monthlyLimit ?? 0).toLocaleString("en-US");
  return product(plan, {
    name: `${label} membership`,
    description: `Card grading submissions at ${formatPrice(rateCents)} a card, up to ${limit} cards a month.`,
    cents: monthlyCents,
    unitText: "month",
  });
}

type Terms = { name: string; description: string; cents: number; unitText: "card" | "month" };

function product(id: string, { name, description, cents, unitText }: Terms): Product {
  const price = { price: amount(cents), priceCurrency: "USD" };
  return {
    "@type": "Product",
    "@id": url(`${paths.pricing}#${id}`),
    name,
    description,
    image: url(paths.shareImage),
    brand: { "@type": "Brand", name: site.name },
    offers: {
      "@type": "Offer",
      ...price,
      url: url(paths.pricing),
      availability: "https://schema.org/InStock",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        ...price,
        unitText,
        // UN/CEFACT codes for month and piece.
        unitCode: unitText === "month" ? "MON" : "C62",
      },
      seller: { "@id": ORGANIZATION_ID },
    },
  };
}
