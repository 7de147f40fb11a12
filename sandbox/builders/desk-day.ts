import { aGuestKey, aMark, anEmail } from "./ids.ts";
import type { OrderColumns, StaffColumns } from "./order.ts";
import { addPerson } from "./person.ts";
import { aProfile } from "./profile.ts";
import { addOrder, addProfile, type StoredOrder } from "./rows.ts";
import type { Sql } from "./test-database.ts";

/* A working day at the desk: packages with every oddity that was met on one, and what has to become of each. */

/** Where the cards of a package are at the end of the day. */
type End =
  /** Graded, and at home again. */
  | "home"
  /** Opened, counted, and not to be sent on. */
  | "shelf"
  /** The first of two boxes came. */
  | "half_here"
  /** Not opened. */
  | "aside"
  /** Refunded, and on its way home as it came. */
  | "sent_back"
  /** Never came. */
  | "awaited";

type Facts = {
  columns?: OrderColumns & StaffColumns;
  /** Cards that are in the package beside those that were paid for. */
  extra?: number;
  end?: End;
};

/** What is odd about a package, how its order stands, and where its cards end. */
const KINDS = {
  plain: {},
  no_label: {},
  unknown_label: {},
  short: { extra: -1 },
  over: { extra: 1 },
  zero: { extra: Number.NEGATIVE_INFINITY, end: "shelf" },
  damaged: {},
  two_boxes: {},
  first_box_only: { end: "half_here" },
  unpaid: { columns: { payment_status: "unpaid" }, end: "aside" },
  paid_later: { columns: { payment_status: "unpaid" } },
  canceled: { columns: { payment_status: "canceled" }, end: "aside" },
  refunded: { columns: { payment_status: "canceled", paid_at: new Date() }, end: "sent_back" },
  part_refunded: { extra: -1, columns: { refunded_cents: 2500 } },
  disputed: { columns: { dispute_status: "needs_response" }, end: "aside" },
  dispute_won: { columns: { dispute_status: "won" } },
  hand_marked: { columns: { stripe_payment_intent_id: null } },
  imported: { columns: { batch_id: null } },
  odd_id: {},
  carrier_first: {},
  arrived_first: {},
  moved: {},
  same_box: {},
  awaited: { end: "awaited" },
  awaited_unpaid: { columns: { payment_status: "unpaid" }, end: "awaited" },
} as const satisfies Record<string, Facts>;
/** What is odd about a package. */
export type PackageKind = keyof typeof KINDS;

/** One package of the day, with its order as it stood in the morning. */
export type DayPackage = {
  kind: PackageKind;
  nth: number;
  order: StoredOrder;
  /** As staff and labels name its batch. */
  name: string;
  customer: string;
  email: string;
  paid: number;
  /** Cards that were paid for and not refunded. */
  expected: number;
  /** Cards in each of its boxes. */
  boxes: number[];
  shelf: string | null;
  /** The carrier's number under which it came. */
  inbound: string | null;
  /** The carrier's number under which it goes home. */
  parcel: string;
  end: End;
};

/** The packages of a day, and a word that every customer of them has in the name. */
export type DeskDay = { mark: string; packages: DayPackage[] };

const MEMBERS = 5;
/** A database id of a form that no version of the standard has, as other systems make them. */
const anOddId = () =>
  `${crypto.randomUUID().slice(0, 14)}0${crypto.randomUUID().slice(15, 19)}0${crypto.randomUUID().slice(20)}`;

/** A number of the postal service that no other run has. */
export const aParcel = (nth: number) =>
  `94${`${Date.now()}`.slice(-9)}${`${Math.random()}`.slice(2, 9).padEnd(7, "7")}${1000 + nth}`;

/** Makes the orders of a day: so many of each kind, in turn; every third is a member's, of five in all. */
export async function addDeskDay(
  sql: Sql,
  jwtSecret: string,
  amounts: Partial<Record<PackageKind, number>>,
): Promise<DeskDay> {
  // Of letters alone: a scanner's numbers are told from what is typed by their digits.
  const mark = aMark().replaceAll(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async (_, nth) => {
      const person = await addPerson(sql, jwtSecret);
      const profile = aProfile({ full_name: `Member${nth} ${mark}` });
      await addProfile(sql, person.userId, profile);
      return { ...person, profile };
    }),
  );
  const kinds = Object.entries(amounts).flatMap(([kind, count]) =>
    Array<PackageKind>(count).fill(kind as PackageKind),
  );
  const packages: DayPackage[] = [];
  for (const [nth, kind] of kinds.entries()) {
    const isMembers = kind === "moved" || kind === "same_box" || (kind === "plain" && nth % 3 === 0);
    // The two of one box are of the same owner.
    const member = isMembers ? members[kind === "same_box" ? 0 : nth % MEMBERS] : undefined;
    packages.push(await addPackage(sql, { kind, nth, mark, member }));
  }
  return { mark, packages };
}

type Member = { userId: string; email: string; profile: ReturnType<typeof aProfile> };

async function addPackage(
  sql: Sql,
  { kind, nth, mark, member }: { kind: PackageKind; nth: number; mark: string; member: Member | undefined },
): Promise<DayPackage> {
  const facts: Facts = KINDS[kind];
  const paid = 2 + (nth % 9);
  const email = member?.email ?? anEmail();
  const customer = member?.profile.full_name ?? `Guest${nth} ${mark}`;
  const address = member?.profile ?? aProfile({ full_name: customer, address_line1: `${nth} Main Street` });
  const order = await addOrder(sql, {
    num_cards: paid,
    ...(member
      ? { user_id: member.userId, user_email: email }
      : { guest_email: email, guest_key: aGuestKey() }),
    return_address: sql.json(kind === "moved" ? { ...address, address_line1: "1 Old Street" } : address),
    ...(kind === "odd_id" ? { id: anOddId() } : {}),
    ...(kind === "refunded" ? { refunded_cents: paid * 2500, total_paid: paid * 25 } : {}),
    ...facts.columns,
  });
  const inside = Math.max(0, paid + (facts.extra ?? 0));
  const isSplit = kind === "two_boxes" || kind === "first_box_only";
  return {
    kind,
    nth,
    order,
    name: order.batch_id ?? `ORDER-${order.id.slice(0, 8).toUpperCase()}`,
    customer,
    email,
    paid,
    expected: kind === "part_refunded" ? paid - 1 : paid,
    boxes: isSplit ? [1, inside - 1] : [inside],
    shelf: nth % 2 === 0 ? `S-${nth}` : null,
    inbound: kind === "carrier_first" || kind === "unknown_label" ? aParcel(nth) : null,
    parcel: aParcel(nth + 500),
    end: facts.end ?? "home",
  };
}
