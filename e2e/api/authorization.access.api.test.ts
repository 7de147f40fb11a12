import { addAuthenticator, dropAuthenticators } from "../../sandbox/builders/person.ts";
import { logInAsCustomer, logInAsStaff, Product, payForBatch } from "../../sandbox/builders/product.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import {
  CALLERS,
  type CallerName,
  callEndpoint,
  type Endpoint,
  nameOf,
  type Subject,
} from "../support/endpoint.ts";
import { endpoints } from "../support/endpoints.ts";

const product = new Product();
const sql = database();

let cookies: Record<CallerName, string>;
let ofCustomer: Subject;
let ofGuest: Subject;
let unproven = "";

beforeAll(async () => {
  const customer = await logInAsCustomer(product);
  const [batch, guest, other, halfway, staff, owner] = await Promise.all([
    payForBatch(product, sql, { token: customer.token }),
    payForBatch(product, sql),
    logInAsCustomer(product),
    logInAsStaff(product, sql),
    logInAsStaff(product, sql),
    logInAsStaff(product, sql, "owner"),
  ]);
  // Enrolled after the login, so this session hasn't given a code yet.
  unproven = halfway.userId;
  await addAuthenticator(sql, unproven);
  const subject = async ({ id, batchId }: { id: string; batchId: string }) => {
    const session = String((await orderOfBatch(sql, batchId))?.stripe_session_id);
    return { id, batchId, session, userId: customer.userId };
  };
  [ofCustomer, ofGuest] = await Promise.all([subject(batch), subject(guest)]);
  cookies = {
    nobody: "",
    guest: guest.cookie,
    customer: customer.cookie,
    other: other.cookie,
    staffWithoutSecondFactor: halfway.cookie,
    staff: staff.cookie,
    owner: owner.cookie,
  };
});
afterAll(async () => {
  await dropAuthenticators(sql, unproven);
  await sql.end();
});

const statusOf = (endpoint: Omit<Endpoint, "answers">, cookie: string) =>
  callEndpoint(product, endpoint, endpoint.ofGuest ? ofGuest : ofCustomer, { cookie });

const titled = endpoints.map((endpoint) => {
  return [nameOf(endpoint) + (endpoint.ofGuest ? " about a guest" : ""), endpoint] as const;
});

test.each(titled)("returns the listed status to each caller of %s", async (_title, endpoint) => {
  const answers = CALLERS.map(async (name) => [name, await statusOf(endpoint, cookies[name])] as const);
  expect(Object.fromEntries(await Promise.all(answers))).toEqual(endpoint.answers);
});
