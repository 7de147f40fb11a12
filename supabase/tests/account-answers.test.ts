import { randomUUID } from "node:crypto";
import { getSessionContext, isMailLinkOpen } from "@/lib/auth/data";
import { linkGuestOrders, notePasswordChoice } from "@/lib/auth/mutations";
import * as members from "@/lib/membership/data";
import {
  beginMembershipCheckout,
  ensureStripeCustomer,
  forgetStripeCustomer,
  noteLostCustomer,
  syncMembershipRows,
} from "@/lib/membership/mutations";
import { getDashboard, getSubmitPage } from "@/lib/orders/data";
import { getProfile } from "@/lib/profile/data";
import { upsertProfile } from "@/lib/profile/mutations";
import { getMailLevel } from "@/lib/profile/notices/data";
import { addressHash } from "@/lib/profile/notices/mail-token";
import { setMailLevel } from "@/lib/profile/notices/mutations";
import { finishStripeEvent, nextReadFence } from "@/lib/supabase/mutations";
import { anEmail } from "@/sandbox/builders/ids";
import { aSubscription } from "@/sandbox/builders/membership";
import { addStaff } from "@/sandbox/builders/rows";
import { connect, signedUp } from "@/sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

const sql = connect();
const address = {
  full_name: "Jane Collector",
  phone: "+1 503 555 0100",
  address_line1: "1 Main Street",
  address_line2: "Apt 2",
  city: "Portland",
  state: "OR",
  postal_code: "97201",
  country: "US",
} as const;

test("an account that has nothing yet, and one that has everything", async () => {
  const { id, accessToken } = await signedUp(sql);
  const nothing = { staff_role: null, profile_complete: false, subscription: null, renewing_customer: null };
  expect(await getSessionContext(accessToken)).toEqual(nothing);
  expect((await getProfile(accessToken, id)).is_complete).toBe(false);
  expect(await getSubmitPage(accessToken)).toMatchObject({ open_checkout: null, recent_orders: [] });
  expect(await getDashboard(accessToken, null, null)).toMatchObject({ orders: [], next_cursor: null });
  expect(await members.getStripeCustomer(id)).toBeNull();
  expect(await members.getActiveSubscription(accessToken, id)).toBeNull();
  const page = await members.getProfilePage(accessToken);
  expect(page).toMatchObject({ profile: { is_complete: false }, staff_role: null, memberships: [] });
  expect(await members.getMembership("sub_of_nobody")).toEqual({
    subscription: null,
    email: null,
    full_name: null,
  });

  expect(await upsertProfile(id, address)).toMatchObject({ ...address, is_complete: true });
  const customer = `cus_${randomUUID()}`;
  expect(await ensureStripeCustomer(id, customer)).toBe(customer);
  expect((await members.getStripeCustomer(id))?.checkout_price).toBeNull();
  expect(await beginMembershipCheckout(id, "price_pro")).toBe(1);
  expect((await members.getStripeCustomer(id))?.checkout_price).toBe("price_pro");
  const subscription = aSubscription() as Parameters<typeof syncMembershipRows>[2][number];
  const former = await nextReadFence();
  expect(await syncMembershipRows("cus_of_nobody", former, [])).toMatchObject({
    outcome: "unknown_customer",
  });
  expect((await syncMembershipRows(customer, former, [])).subscription).toBeNull();
  const written = await syncMembershipRows(customer, await nextReadFence(), [subscription]);
  expect(written).toMatchObject({ outcome: "written", user_id: id, subscription: { plan_type: "pro" } });
  expect((await syncMembershipRows(customer, former, [])).outcome).toBe("stale");
  expect((await members.getMembership(subscription.id)).full_name).toBe(address.full_name);
  expect(await members.listMembershipsToSync(5)).toBeInstanceOf(Array);
  expect(await members.getProfilePage(accessToken)).toMatchObject({
    profile: { ...address, is_complete: true },
    staff_role: null,
    mail_level: "all",
    memberships: [{ plan_type: "pro", status: "active" }],
  });
  expect((await members.getActiveSubscription(accessToken, id))?.status).toBe("active");
  expect(await noteLostCustomer("cus_of_nobody")).toBe(false);
  expect(await noteLostCustomer(customer)).toBe(true);
  await addStaff(sql, id, "owner");
  const everything = {
    ...nothing,
    staff_role: "co_owner",
    profile_complete: true,
    subscription: { plan_type: "pro" },
  };
  expect(await getSessionContext(accessToken)).toEqual(everything);
  expect(await getSubmitPage(accessToken)).toMatchObject({
    profile: address,
    subscription: { plan_type: "pro" },
  });
  expect(await forgetStripeCustomer(customer)).toMatchObject({
    outcome: "deleted_customer",
    user_id: id,
    subscription: { status: "canceled" },
  });
  expect((await forgetStripeCustomer(customer)).outcome).toBe("unknown_customer");
  expect(await members.getCustomerOrFormer(id)).toEqual({ customer: null, former: customer });
  expect(await ensureStripeCustomer(randomUUID(), `cus_${randomUUID()}`)).toBeNull();
});

test("which mails an address gets", async () => {
  const hash = addressHash(anEmail());
  expect(await getMailLevel(hash)).toBe("all");
  expect(await setMailLevel(hash, "milestones")).toEqual({ level: "milestones" });
  expect(await getMailLevel(hash)).toBe("milestones");
});

test("no function of these rooms was left out", async () => {
  expect(await isMailLinkOpen("no-token")).toBe(false);
  expect(await linkGuestOrders(randomUUID(), null, false)).toBe(0);
  await expect(notePasswordChoice((await signedUp(sql)).id)).resolves.toBeUndefined();
  await expect(finishStripeEvent("evt_of_nobody", null)).resolves.toBeUndefined();
  const rooms = ["auth", "profile", "membership", "supabase"];
  const expected = rooms.flatMap((room) => functionsCalledIn(room));
  expect(expected.length).toBeGreaterThan(10);
  expect(expected.filter((name) => !called.has(name))).toEqual([]);
});
