import type { PhotoList } from "@/lib/staff/photos/schema";
import { aGuestKey, aHash, uniqueToken } from "../../sandbox/builders/ids";
import { addOrder, addProfile, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import {
  addSignedInPerson,
  call,
  connect,
  personClient,
  type Sql,
  serverClient,
  tally,
} from "../../sandbox/builders/test-database";

type Subject = { p_order_id?: string; p_package_id?: string };
type Begun = { outcome: string; id: string; path: string };

class PhotoActions {
  readonly actions: StaffActions;
  readonly member: StaffMember;

  private constructor(actions: StaffActions) {
    this.actions = actions;
    this.member = actions.member;
  }

  static async begin(sql: Sql): Promise<PhotoActions> {
    return new PhotoActions(new StaffActions(sql, await signUpStaff(sql)));
  }

  begin(subject: Subject, isPublic = true): Promise<Begun> {
    const args = { p_kind: "count", p_is_public: isPublic, ...subject };
    return this.actions.write<Begun>("staff_begin_photo", args);
  }

  async take(subject: Subject, isPublic = true): Promise<string> {
    const { id } = await this.begin(subject, isPublic);
    await this.actions.write("staff_change_photo", { p_photo_id: id, p_change: "finish" });
    return id;
  }

  list(subject: Subject): Promise<PhotoList> {
    return call<PhotoList>(personClient(this.member.accessToken), "staff_list_photos", { ...subject });
  }

  async remove(id: string): Promise<string> {
    return (await this.actions.write("staff_change_photo", { p_photo_id: id, p_change: "remove" })).outcome;
  }

  async keepPackage(): Promise<string> {
    return (await this.actions.write<{ package: { id: string } }>("staff_save_package", {})).package.id;
  }

  async deletePackage(id: string): Promise<void> {
    const args = { p_package_id: id, p_version: 1, p_is_deleted: true };
    await this.actions.write("staff_save_package", args);
  }
}

const sql = connect();

describe("order photos", () => {
  const server = serverClient();
  let photos: PhotoActions;
  beforeAll(async () => {
    photos = await PhotoActions.begin(sql);
  });

  type Shown = { photos: { id: string }[] };

  const eventsOf = (id: string) =>
    sql`select type, from_value, to_value, message, public from order_events
    where order_id = ${id} and type like 'photo%' order by id`;

  test("stores at most six photos per order across concurrent calls", async () => {
    const { id } = await addOrder(sql);
    const begun = await Promise.all(Array.from({ length: 9 }, () => photos.begin({ p_order_id: id })));
    expect(tally(begun.map(({ outcome }) => outcome))).toEqual({ begun: 6, photos_full: 3 });
    const first = begun.find(({ outcome }) => outcome === "begun")?.id ?? "";
    await photos.actions.write("staff_change_photo", { p_photo_id: first, p_change: "drop" });
    expect((await photos.begin({ p_order_id: id })).outcome).toBe("begun");
    // Uploads that never finished stop counting toward the limit.
    await sql`update order_photos set taken_at = now() - interval '11 minutes' where order_id = ${id}`;
    expect((await photos.list({ p_order_id: id })).slots_left).toBe(6);
  });

  test("refuses photos of an unknown order or package", async () => {
    const pack = await photos.keepPackage();
    await photos.deletePackage(pack);
    expect((await photos.begin({ p_order_id: pack })).outcome).toBe("order_not_found");
    expect((await photos.begin({ p_package_id: pack })).outcome).toBe("package_not_found");
  });

  test("removes a photo once and keeps its events", async () => {
    const { id } = await addOrder(sql);
    const photo = await photos.take({ p_order_id: id });
    const outcomes = await Promise.all([photos.remove(photo), photos.remove(photo)]);
    expect(tally(outcomes)).toEqual({ changed: 1, already_removed: 1 });
    expect(await photos.list({ p_order_id: id })).toEqual({ slots_left: 6, photos: [] });
    expect(await eventsOf(id)).toMatchObject([
      { type: "photo", from_value: null, to_value: "count", public: false },
      { type: "photo", from_value: "count", to_value: null, public: false },
    ]);
  });

  test("shows owners their public photos after each is hidden or shown again", async () => {
    const [owner, other] = [await addSignedInPerson(sql), await addSignedInPerson(sql)];
    const { id, batch_id: p_batch } = await addOrder(sql, { user_id: owner.id });
    const shown = await photos.take({ p_order_id: id });
    const hidden = await photos.take({ p_order_id: id }, false);
    await photos.begin({ p_order_id: id });
    const seenBy = async ({ accessToken }: { accessToken: string }) => {
      const api = personClient(accessToken);
      const { batch } = await call<{ batch: Shown | null }>(api, "get_dashboard", { p_batch });
      const files = [shown, hidden].map((p_photo_id) => call(api, "get_photo", { p_photo_id }));
      const opened = (await Promise.all(files)).map((file) => file !== null);
      return [batch?.photos.map((photo) => photo.id), opened];
    };
    expect(await seenBy(owner)).toEqual([[shown], [true, false]]);
    expect(await seenBy(other)).toEqual([undefined, [false, false]]);
    expect(await seenBy(photos.member)).toEqual([undefined, [true, true]]);
    const show = () => photos.actions.write("staff_change_photo", { p_photo_id: hidden, p_change: "show" });
    expect([(await show()).outcome, (await show()).outcome]).toEqual(["changed", "unchanged"]);
    expect((await seenBy(owner))[1]).toEqual([true, true]);
    await photos.remove(shown);
    expect(await seenBy(owner)).toEqual([[hidden], [false, true]]);
  });

  test("opens public photos by guest cookie, email link and tracking link", async () => {
    const guest_key = aGuestKey();
    const { id } = await addOrder(sql, { user_id: null, guest_key });
    const [other, hash] = [await addOrder(sql), aHash()];
    await sql`delete from tracking_links where order_id = ${id}`;
    await sql`insert into tracking_links (order_id, token_hash) values (${id}, ${hash})`;
    const shown = await photos.take({ p_order_id: id });
    const hidden = await photos.take({ p_order_id: id }, false);
    const opens = async (right: object) =>
      Promise.all(
        [shown, hidden].map(
          async (p_photo_id) => (await call(server, "get_shown_photo", { p_photo_id, ...right })) !== null,
        ),
      );
    for (const right of [{ p_guest_key: guest_key }, { p_order_id: id }, { p_token_hash: hash }])
      expect(await opens(right)).toEqual([true, false]);
    const strangers = [{ p_guest_key: aGuestKey() }, { p_order_id: other.id }, { p_token_hash: aHash() }, {}];
    for (const right of strangers) expect(await opens(right)).toEqual([false, false]);
    const tracked = () => call<Shown & { id: string }>(server, "get_tracked_order", { p_token_hash: hash });
    expect(await tracked()).toMatchObject({ id, is_received: false, photos: [{ id: shown }] });
    await sql`update tracking_links set revoked_at = now() where order_id = ${id}`;
    expect([await tracked(), await opens({ p_token_hash: hash })]).toEqual([null, [false, false]]);
    await sql`update grading_orders set user_id = ${(await addSignedInPerson(sql)).id} where id = ${id}`;
    expect(await opens({ p_guest_key: guest_key })).toEqual([false, false]);
  });

  test("moves a package's photos with it to its batch and back", async () => {
    const owner = await addSignedInPerson(sql);
    const { id, batch_id: p_batch } = await addOrder(sql, { user_id: owner.id });
    const pack = await photos.keepPackage();
    const photo = await photos.take({ p_package_id: pack });
    const api = personClient(owner.accessToken);
    const seen = async () => {
      const { batch } = await call<{ batch: Shown }>(api, "get_dashboard", { p_batch });
      return batch.photos.map((one) => one.id);
    };
    expect(await seen()).toEqual([]);
    const match = { p_package_id: pack, p_order_id: id };
    const { action_id } = await photos.actions.write("staff_match_package", match);
    expect(await seen()).toEqual([photo]);
    await photos.actions.undo(action_id);
    expect(await seen()).toEqual([]);
  });
});

describe("photo times", () => {
  const server = serverClient();
  let photos: PhotoActions;
  beforeAll(async () => {
    photos = await PhotoActions.begin(sql);
  });

  const dueOf = async (id: string) => {
    const [row] = await sql<{ days: number | null }[]>`
    select round(extract(epoch from due_at - now()) / 86400)::int as days from order_photos where id = ${id}`;
    return row?.days ?? null;
  };

  const setStatus = (id: string, submission_status: string) =>
    photos.actions.change(id, { submission_status }, "By phone");

  test("expires photos 180 days after delivery, and not before delivery", async () => {
    const { id } = await addOrder(sql);
    const pack = await photos.keepPackage();
    const taken = [await photos.take({ p_order_id: id }), await photos.take({ p_package_id: pack })];
    await photos.actions.write("staff_match_package", { p_package_id: pack, p_order_id: id });
    const due = () => Promise.all(taken.map(dueOf));
    expect(await due()).toEqual([null, null]);
    await setStatus(id, "delivered");
    expect(await due()).toEqual([180, 180]);
    await setStatus(id, "received");
    expect(await due()).toEqual([null, null]);
  });

  test("expires photos a year after shipping back when delivery isn't reported", async () => {
    const { id } = await addOrder(sql, { tracking_number: uniqueToken() });
    const photo = await photos.take({ p_order_id: id });
    await setStatus(id, "completed");
    expect(await dueOf(photo)).toBe(365);
    await setStatus(id, "delivered");
    expect(await dueOf(photo)).toBe(180);
  });

  test("expires a photo after an hour if its upload never finished", async () => {
    const { id } = await addOrder(sql);
    const begun = (await photos.begin({ p_order_id: id })).id;
    const [row] =
      await sql`select due_at = taken_at + interval '1 hour' as is_hour from order_photos where id = ${begun}`;
    expect(row?.is_hour).toBe(true);
    const pack = await photos.keepPackage();
    const photo = await photos.take({ p_package_id: pack });
    await photos.deletePackage(pack);
    await sql`update packages set deleted_at = now() - interval '91 days' where id = ${pack}`;
    await call(server, "purge_staff_actions", {});
    expect(await sql`select 1 from packages where id = ${pack}`).toEqual([]);
    expect(await dueOf(photo)).toBe(0);
  });

  test("purges an abandoned order only after its photos", async () => {
    const old = new Date(Date.now() - 40 * 86_400_000);
    const unpaid = { payment_status: "unpaid", paid_at: null };
    const noPayment = { stripe_session_id: null, stripe_payment_intent_id: null };
    const { id } = await addOrder(sql, { ...unpaid, ...noPayment, created_at: old });
    const photo = await photos.take({ p_order_id: id });
    const left = async () => {
      await call(server, "purge_abandoned_orders", {});
      return (await sql`select id from grading_orders where id = ${id}`).map((row) => row.id);
    };
    expect(await left()).toEqual([id]);
    await call(server, "finish_photo_deletion", { p_photo_id: photo, p_is_deleted: true });
    expect(await left()).toEqual([]);
  });

  test("returns a custody receipt with the count and the counter's first name", async () => {
    const { id } = await addOrder(sql, { num_cards: 12 });
    const receipt = () => call(server, "get_custody_receipt", { p_order_id: id });
    expect(await receipt()).toBeNull();
    await addProfile(sql, photos.member.id, { full_name: " Sam de la Cruz" });
    const photo = await photos.take({ p_order_id: id });
    await photos.take({ p_order_id: id }, false);
    await photos.actions.checkIn(id, 11, { p_condition: "damaged_outside" });
    expect(await receipt()).toMatchObject({
      received_count: 11,
      package_condition: "damaged_outside",
      receiver: "Sam",
      photos: [{ id: photo }],
    });
    // After a refund the customer may still need proof of what we received.
    await sql`update grading_orders set payment_status = 'canceled' where id = ${id}`;
    expect(await receipt()).toMatchObject({ received_count: 11, payment_status: "canceled" });
    await sql`update grading_orders set payment_status = 'unpaid', paid_at = null where id = ${id}`;
    expect(await receipt()).toBeNull();
  });
});
