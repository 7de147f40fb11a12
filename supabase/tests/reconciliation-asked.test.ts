import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();
// The job's progress is one for all.
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

async function askedUntil(tx: Transaction): Promise<string | null> {
  const claims = JSON.stringify({ sub: acts.member.id, role: "authenticated" });
  await tx`select set_config('request.jwt.claims', ${claims}, true)`;
  const [row] = await tx`select public.staff_reconciliation() -> 'asked_until' as at`;
  return row?.at;
}

test("the payment service was asked up to where both its pages and its events were looked through", () =>
  undone(sql, async (tx) => {
    await tx`delete from job_progress where kind in ('sessions', 'events')`;
    expect(await askedUntil(tx)).toBeNull();
    const [early, late] = ["2026-11-02T12:05:00Z", "2026-11-02T12:20:00Z"];
    await tx`insert into job_progress (kind, looked_until) values ('sessions', ${late})`;
    expect(await askedUntil(tx)).toBeNull();
    await tx`insert into job_progress (kind, looked_until) values ('events', ${early})`;
    expect(Date.parse((await askedUntil(tx)) ?? "")).toBe(Date.parse(early));
  }));
