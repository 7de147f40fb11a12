import { aMark } from "../../sandbox/builders/ids";
import { addOrder, type StaffMember, type StoredOrder, signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient, signedUp } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Page = { orders: StoredOrder[]; total: { count: number; is_more: boolean } | null };
const list = (args: Record<string, unknown> = {}) =>
  call<Page>(personClient(member.accessToken), "staff_list_orders", args);
const ids = (page: Page) => page.orders.map((order) => order.id);

describe("search", () => {
  test("finds any part of batch id, e-mail, name, tracking and submission number", async () => {
    const person = await signedUp(sql);
    const name = aMark();
    await sql`update profiles set full_name = ${`Zoë ${name}`} where user_id = ${person.id}`;
    const order = await addOrder(sql, {
      user_id: person.id,
      user_email: person.email,
      tracking_number: `1Z${aMark().toUpperCase()}`,
      grading_submission_number: `SUB ${aMark()}`,
    });
    const batch = order.batch_id;
    for (const search of [
      batch,
      batch.toLowerCase(),
      batch.slice("BATCH-".length),
      batch.slice(8, 16),
      person.email.slice(10, 30),
      `ZOË ${name.toUpperCase()}`,
      `${name.slice(2, 9)} zoë`,
      String(order.tracking_number).slice(3, 12),
      String(order.grading_submission_number).slice(4),
      `order-${order.id.slice(0, 8)}`,
    ]) {
      expect([search, ids(await list({ p_search: search }))]).toEqual([search, [order.id]]);
    }
  });

  test.each(["%", "_", "\\", "100%", "a_b", "\\%"])("takes %j literally", async (sign) => {
    const word = aMark();
    const hit = await addOrder(sql, { tracking_number: `${word}${sign}x` });
    await addOrder(sql, { tracking_number: `${word}100ab` });
    expect(ids(await list({ p_search: `${word}${sign}` }))).toEqual([hit.id]);
  });

  test.each([
    ["a quote", "it's"],
    ["the end of a statement", "'); drop table grading_orders; --"],
    ["marks of a format", "%L %s %I %1$s"],
    ["the name of a parameter", "$1"],
    ["a sign of four bytes", "🂡"],
    ["a regular expression", "*?^$|[]{}"],
    ["letters that grow in capitals", "ß İ ŉ"],
  ])("finds %s, where it stands and nowhere else", async (_, text) => {
    const word = aMark();
    const hit = await addOrder(sql, { tracking_number: `${word} ${text}` });
    await addOrder(sql, { tracking_number: word });
    expect(ids(await list({ p_search: `${word} ${text}` }))).toEqual([hit.id]);
  });

  test.each([
    ["a hundred thousand letters", "x".repeat(100_000)],
    ["nothing but space", " \n\t "],
  ])("finds nothing by %s", async (_, text) => expect(ids(await list({ p_search: text }))).toEqual([]));

  test("looks for the six first words alone", async () => {
    const words = Array.from({ length: 7 }, aMark);
    const [six, seven] = [words.slice(0, 6).join(" "), words.join(" ")];
    const hit = await addOrder(sql, { tracking_number: six });
    expect(ids(await list({ p_search: seven }))).toEqual([hit.id]);
  });

  test.each(["q", "qz"])("of one or two letters finds parts of words too", async (letters) => {
    const order = await addOrder(sql, {
      tracking_number: `7${letters}7`,
      submitted_at: "2300-01-01T00:00:00Z",
    });
    expect(ids(await list({ p_search: letters }))).toContain(order.id);
  });

  test.each([
    ["words within words", (word: string) => `${word} ${word.slice(0, 6)} ${word.slice(2, 9)}`],
    ["the same word again", (word: string) => `${word} ${word.toUpperCase()} ${word}`],
    ["letters beyond ASCII", (word: string) => `zoë ${word} müller`],
    ["a part with such letters", (word: string) => `${word.slice(8)}zoë`],
    ["signs between the letters", (word: string) => `${word}zoë.gmail.test-${word}`],
  ])("finds %s", async (_, search) => {
    const word = aMark();
    const hit = await addOrder(sql, {
      tracking_number: `${word}Zoë.gmail.test-${word}`,
      grading_submission_number: "MÜLLER",
    });
    await addOrder(sql, { tracking_number: `${aMark()}Zoe.gmail.test`, grading_submission_number: "MILLER" });
    expect(ids(await list({ p_search: search(word) }))).toEqual([hit.id]);
  });

  test.each([
    ["the postal service, behind the ZIP code", "42078701", "94001102"],
    ["the postal service, behind the longer ZIP code", "420787011234", "94001102"],
    ["FedEx, behind all else", "1012345678901234567890", ""],
  ])("finds a parcel by the whole barcode of %s", async (_, before, begin) => {
    const digits = () =>
      String(Math.random())
        .slice(2)
        .padEnd(14, "7")
        .slice(0, begin ? 14 : 12);
    const number = begin + digits();
    const { id } = await addOrder(sql, { tracking_number: number });
    expect(ids(await list({ p_search: before + number }))).toEqual([id]);
    expect(ids(await list({ p_search: before + begin + digits() }))).toEqual([]);
  });

  test("finds an order whatever people leave out or put in: dashes, signs, accents, O for 0, the last name first", async () => {
    const person = await signedUp(sql);
    const name = aMark().replaceAll(/[oi01]/g, "x");
    await sql`update profiles set full_name = ${`Mía-Sofie ${name}Müller`}, phone = ${`+1 (555) 010-77${name.length}`},
      postal_code = 'SW1A 1AA' where user_id = ${person.id}`;
    const order = await addOrder(sql, {
      user_id: person.id,
      user_email: person.email,
      batch_id: `BATCH-MSO0${name.slice(0, 6).toUpperCase()}-9I76`,
      tracking_number: `9400 1102-${name}`,
    });
    const code = `MSO0${name.slice(0, 6).toUpperCase()}`;
    for (const search of [
      `${code}9I76`,
      `BATCH${code}9I76`,
      `#BATCH-${code}-9I76`,
      `#${code}-9176.`,
      `batch ${code.replace("O0", "0O")} 9i76`,
      `${name}muller, mia`,
      `${name}MÜLLER;mía sofie`,
      `miasofie ${name}`,
      `94001102${name}`,
      `9400-1102-${name}`,
      `${name}müller 555-010-77`,
      `${name} (555) 010 77`,
      `${name} sw1a`,
    ]) {
      expect([search, ids(await list({ p_search: search }))]).toEqual([search, [order.id]]);
    }
    expect(ids(await list({ p_search: `${name}miller` }))).toEqual([]);
  });

  test("a search of signs alone is none", async () => {
    const [row] = await sql`select private.search_words(' -- #, ()') as words`;
    expect(row).toEqual({ words: null });
  });

  test.each(["山田太郎", "Żółć", "ёжик"])("finds %s, of letters that an index may not know", async (name) => {
    const order = await addOrder(sql, { tracking_number: name, submitted_at: "2300-01-02T00:00:00Z" });
    expect(ids(await list({ p_search: name }))).toContain(order.id);
  });

  test("finds a whole e-mail address and what has it as a part, and a whole batch ID alone", async () => {
    const email = `${aMark()}@gmail.test`;
    const own = await addOrder(sql, { guest_email: email, submitted_at: "2026-06-02T00:00:00Z" });
    const longer = await addOrder(sql, { guest_email: `x${email}`, submitted_at: "2026-06-01T00:00:00Z" });
    expect(ids(await list({ p_search: email.toUpperCase() }))).toEqual([own.id, longer.id]);
    const named = await list({ p_search: own.batch_id.toLowerCase() });
    expect(ids(named)).toEqual([own.id]);
    expect(named.total).toEqual({ count: 1, is_more: false });
    expect(ids(await list({ p_search: own.batch_id, p_payment: "failed" }))).toEqual([]);
    expect(ids(await list({ p_search: `${own.batch_id} ${email}` }))).toEqual([own.id]);
  });

  test("works with filters and saved views", async () => {
    const word = aMark();
    const paid = await addOrder(sql, { tracking_number: word });
    const failed = await addOrder(sql, { tracking_number: word, payment_status: "failed" });
    expect(ids(await list({ p_search: word, p_payment: "failed" }))).toEqual([failed.id]);
    expect(ids(await list({ p_search: word, p_view: "needs_check_in" }))).toEqual([paid.id]);
    expect(ids(await list({ p_search: word, p_view: "overdue" }))).toEqual([]);
  });
});
