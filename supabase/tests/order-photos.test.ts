import { aGuestKey, aHash } from "../../sandbox/builders/ids";
import { PhotoActs } from "../../sandbox/builders/photo-acts";
import { addOrder } from "../../sandbox/builders/rows";
import {
  call,
  connect,
  personClient,
  serverClient,
  signedUp,
  tally,
} from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();
let photos: PhotoActs;
beforeAll(async () => {
  photos = await PhotoActs.begin(sql);
});

type Shown = { photos: { id: string }[] };

const eventsOf = (id: string) =>
  sql`select type, from_value, to_value, message, public from order_events
    where order_id = ${id} and type like 'photo%' order by id`;

describe("room", () => {
  test("six of an order, also for many at once; what is taken back makes room", async () => {
    const { id } = await addOrder(sql);
    const begun = await Promise.all(Array.from({ length: 9 }, () => photos.begin({ p_order_id: id })));
    expect(tally(begun.map(({ outcome }) => outcome))).toEqual({ begun: 6, full: 3 });
    const first = begun.find(({ outcome }) => outcome === "begun")?.id ?? "";
    await call(server, "drop_photo", { p_photo_id: first });
    expect((await photos.begin({ p_order_id: id })).outcome).toBe("begun");
    // One that was begun long ago is not on its way any more.
    await sql`update order_photos set taken_at = now() - interval '11 minutes' where order_id = ${id}`;
    expect((await photos.list({ p_order_id: id })).room).toBe(6);
  });

  test("six of each box, as long as its count stands", async () => {
    const { id } = await addOrder(sql);
    const { version } = (await sql`select version from grading_orders where id = ${id}`)[0] ?? {};
    const box = await photos.acts.write("staff_count_box", {
      p_order_id: id,
      p_version: version,
      p_count: 4,
      p_condition: "ok",
    });
    expect((await photos.list({ p_order_id: id })).room).toBe(12);
    await photos.acts.undo(box.act_id);
    expect((await photos.list({ p_order_id: id })).room).toBe(6);
    await photos.acts.checkIn(id, 10);
    expect((await photos.list({ p_order_id: id })).room).toBe(6);
  });

  test("nothing of an order or package that is not there", async () => {
    const pack = await photos.keepPackage();
    await photos.acts.write("staff_delete_package", { p_package_id: pack, p_version: 1 });
    for (const subject of [{ p_order_id: pack }, { p_package_id: pack }, {}])
      expect((await photos.begin(subject)).outcome).toBe("not_found");
  });
});

describe("taken back", () => {
  test("with one press, once, and its events stay", async () => {
    const { id } = await addOrder(sql);
    const photo = await photos.take({ p_order_id: id });
    const outcomes = await Promise.all([photos.remove(photo), photos.remove(photo)]);
    expect(tally(outcomes)).toEqual({ removed: 1, already_removed: 1 });
    expect(await photos.list({ p_order_id: id })).toEqual({ room: 6, photos: [] });
    expect(await eventsOf(id)).toMatchObject([
      { type: "photo", from_value: null, to_value: "count", public: false },
      { type: "photo", from_value: "count", to_value: null, public: false },
    ]);
    expect(await sql`select due_at <= now() as is_due from order_photos where id = ${photo}`).toEqual([
      { is_due: true },
    ]);
  });

  test("after ten minutes with a reason alone", async () => {
    const { id } = await addOrder(sql);
    const photo = await photos.take({ p_order_id: id });
    await sql`update order_photos set stored_at = now() - interval '11 minutes' where id = ${photo}`;
    expect([
      await photos.remove(photo),
      await photos.remove(photo, "  "),
      await photos.remove(photo, "Wrong box"),
    ]).toEqual(["reason_required", "reason_required", "removed"]);
    expect((await eventsOf(id)).at(-1)).toMatchObject({ message: "Wrong box" });
  });

  test("what was never stored cannot be", async () => {
    const { id } = await addOrder(sql);
    expect(await photos.remove((await photos.begin({ p_order_id: id })).id)).toBe("not_found");
  });
});

test("its owner sees what is shown, and nobody else's; hidden and shown again", async () => {
  const [owner, other] = [await signedUp(sql), await signedUp(sql)];
  const { id, batch_id: p_batch } = await addOrder(sql, { user_id: owner.id });
  const [shown, hidden] = [
    await photos.take({ p_order_id: id }),
    await photos.take({ p_order_id: id }, false),
  ];
  await photos.begin({ p_order_id: id });
  const seenBy = async ({ accessToken }: { accessToken: string }) => {
    const { batch } = await call<{ batch: Shown | null }>(personClient(accessToken), "get_dashboard", {
      p_batch,
    });
    const files = [shown, hidden].map((p_photo_id) =>
      call<{ path: string } | null>(personClient(accessToken), "get_photo", { p_photo_id }),
    );
    return [batch?.photos.map((photo) => photo.id), (await Promise.all(files)).map((file) => file !== null)];
  };
  expect(await seenBy(owner)).toEqual([[shown], [true, false]]);
  expect(await seenBy(other)).toEqual([undefined, [false, false]]);
  expect(await seenBy(photos.member)).toEqual([undefined, [true, true]]);
  const show = (p_is_public: boolean) =>
    photos.acts.write("staff_show_photo", { p_photo_id: hidden, p_is_public });
  expect([(await show(true)).outcome, (await show(true)).outcome]).toEqual(["changed", "unchanged"]);
  expect((await seenBy(owner))[1]).toEqual([true, true]);
  expect((await eventsOf(id)).at(-1)).toMatchObject({
    type: "photo_shown",
    from_value: "false",
    to_value: "true",
  });
  await photos.remove(shown);
  expect(await seenBy(owner)).toEqual([[hidden], [false, true]]);
});

test("a guest's cookie, a mail's link and a tracking link open what is shown", async () => {
  const guest_key = aGuestKey();
  const { id } = await addOrder(sql, { user_id: null, guest_key });
  const [other, hash] = [await addOrder(sql), aHash()];
  await sql`delete from tracking_links where order_id = ${id}`;
  await sql`insert into tracking_links (order_id, token_hash) values (${id}, ${hash})`;
  const [shown, hidden] = [
    await photos.take({ p_order_id: id }),
    await photos.take({ p_order_id: id }, false),
  ];
  const opens = async (right: object) =>
    Promise.all(
      [shown, hidden].map(
        async (p_photo_id) => (await call(server, "get_shown_photo", { p_photo_id, ...right })) !== null,
      ),
    );
  for (const right of [{ p_guest_key: guest_key }, { p_order_id: id }, { p_token_hash: hash }])
    expect(await opens(right)).toEqual([true, false]);
  for (const right of [{ p_guest_key: aGuestKey() }, { p_order_id: other.id }, { p_token_hash: aHash() }, {}])
    expect(await opens(right)).toEqual([false, false]);
  const tracked = () => call<Shown & { id: string }>(server, "get_tracked_order", { p_token_hash: hash });
  expect(await tracked()).toMatchObject({ id, is_received: false, photos: [{ id: shown }] });
  await sql`update tracking_links set revoked_at = now() where order_id = ${id}`;
  expect([await tracked(), await opens({ p_token_hash: hash })]).toEqual([null, [false, false]]);
  await sql`update grading_orders set user_id = ${(await signedUp(sql)).id} where id = ${id}`;
  expect(await opens({ p_guest_key: guest_key })).toEqual([false, false]);
});

test("those of a package follow it to its batch, and back", async () => {
  const owner = await signedUp(sql);
  const { id, batch_id: p_batch } = await addOrder(sql, { user_id: owner.id });
  const pack = await photos.keepPackage();
  const photo = await photos.take({ p_package_id: pack });
  const seen = async () =>
    (
      await call<{ batch: Shown }>(personClient(owner.accessToken), "get_dashboard", { p_batch })
    ).batch.photos.map((one) => one.id);
  expect([await seen(), (await photos.list({ p_package_id: pack })).photos.length]).toEqual([[], 1]);
  const { act_id } = await photos.acts.write("staff_match_package", { p_package_id: pack, p_order_id: id });
  expect([await seen(), (await photos.list({ p_order_id: id })).photos.map((one) => one.id)]).toEqual([
    [photo],
    [photo],
  ]);
  await photos.acts.undo(act_id);
  expect(await seen()).toEqual([]);
});
