import "server-only";
import { cache } from "react";
import { loadGuestKey, loadSession, type Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { isMembershipPlan, planFor, plans } from "@/lib/base/plans";
import type { Query } from "@/lib/base/query";
import { remainingCards } from "@/lib/membership/monthly-quota";
import { type Claims, claimsFrom } from "@/lib/orders/claim-offer";
import {
  getDashboard,
  getSubmitPage,
  listClaimableOrders,
  listGuestPendingOrders,
  type SubmitPage,
} from "@/lib/orders/data";
import type { Viewer } from "@/lib/orders/order";
import { dashboardQuerySchema } from "@/lib/orders/schema";
import { readClaimLink } from "@/lib/orders/signed-links";

export type LoadedSubmitPage = Awaited<ReturnType<typeof loadSubmitPage>>;
export type LoadedDashboard = Awaited<ReturnType<typeof loadDashboard>>;

const readSubmitRows = cache(getSubmitPage);

/** Reads the data of /submit once per request, no matter how many parts of the page need it. */
export const loadSubmitRows = (person: Person): Promise<SubmitPage> => readSubmitRows(person.accessToken);

const readDashboard = cache(
  (
    accessToken: string,
    at: string | undefined,
    id: string | undefined,
    isBefore: boolean,
    batch: string | undefined,
  ) =>
    getDashboard(
      accessToken,
      at && id ? { cursor: { submitted_at: at, id }, isBefore } : null,
      batch ?? null,
    ),
);

/** Reads the dashboard page that the URL names, once per request. Malformed parts are ignored. */
export async function loadDashboard(person: Person, query: Query) {
  const { tab, after, before, id, batch } = dashboardQuerySchema.parse(query);
  const isBefore = after === undefined && before !== undefined;
  return { dashboard: await readDashboard(person.accessToken, after ?? before, id, isBefore, batch), tab };
}

/**
 * Reads everything that /submit shows, with plan, rate and cards left. `wantsPayg`: the person chose pay-as-you-go,
 * which members may do too.
 */
export async function loadSubmitPage(person: Person, wantsPayg: boolean) {
  const page = await loadSubmitRows(person);
  const membership = page.subscription?.plan_type ?? null;
  const { plan, monthlyLimit } = planFor({
    isSignedIn: true,
    isStaff: page.staff_role !== null,
    membership,
    wantsPayg,
  });
  const { used_cards: usedCards, held_cards: heldCards } = page.month;
  const open = page.open_checkout;
  const replaceableCards = open && isMembershipPlan(open.plan_type) ? open.num_cards : 0;
  const { label, rateCents } = plans[plan];
  return {
    ...page,
    plan: { type: plan, label, rateCents },
    /** The membership's plan if it applies to this page. Null for the free plan and pay-as-you-go. */
    membership: plan === "payg" ? null : membership,
    /** Cards left this month. Null without a limit. */
    remaining:
      monthlyLimit === null ? null : remainingCards(monthlyLimit, { usedCards, heldCards, replaceableCards }),
  };
}

/** Returns who is viewing a page about an order: the session's account, this browser's guest cookie, or both. */
export async function loadViewer(): Promise<Viewer & { email: string | null }> {
  const [session, guestKey] = await Promise.all([loadSession(), loadGuestKey()]);
  const claims = session.state === "valid" ? session.claims : null;
  return {
    userId: claims?.userId ?? null,
    email: claims?.email ?? null,
    hasUsedApp: claims?.aal === "aal2",
    guestKey,
  };
}

/**
 * Returns this guest's orders with a pending payment. A database failure is logged and returns none, because the form
 * works without them.
 */
export async function loadGuestPendingOrders() {
  const guestKey = await loadGuestKey();
  if (!guestKey) return [];
  return listGuestPendingOrders(guestKey).catch((error: unknown) => {
    log.error("submit.pending_orders", error);
    return [];
  });
}

/**
 * Loads the guest batches that the person may add to their account: those paid for in this browser, and the one of
 * the claim link they opened. A failure is logged and returns no offers, so that the dashboard still opens.
 */
export async function loadClaims(userId: string, link: string | undefined): Promise<Claims> {
  const guestKey = await loadGuestKey();
  const claim = readClaimLink(link);
  if (!guestKey && !claim) return claimsFrom({ own_batch: null, orders: [] }, link);
  try {
    return claimsFrom(await listClaimableOrders(userId, guestKey, claim), link);
  } catch (error) {
    log.error("dashboard.claims", error);
    return { offers: [], ownBatch: null, isLinkRefused: false };
  }
}
