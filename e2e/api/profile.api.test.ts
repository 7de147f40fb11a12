import { logInAsCustomer, Product } from "../../sandbox/builders/product.ts";
import { expiredToken } from "../support/expired-token.ts";

const product = new Product();

const fields = {
  full_name: "Jane Collector",
  phone: "",
  address_line1: "1 Main Street",
  address_line2: null,
  city: "Portland",
  state: "OR",
  postal_code: "97201",
  country: "US",
};
const read = async (token: string) => {
  const response = await fetch(`${product.appUrl}/api/profile`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()).profile;
};

test("a profile is saved with a bearer token, and read back", async () => {
  const { token, userId, email } = await product.person();
  expect(await read(token)).toMatchObject({ full_name: null, country: "US", is_complete: false, email });
  const saved = await product.post("/api/profile", fields, { token });
  const row = { ...fields, phone: null, user_id: userId, email, is_complete: true };
  expect(saved).toMatchObject({ status: 200, body: { profile: row } });
  expect(await read(token)).toMatchObject(row);
});

test("it is saved with the session's cookie, too", async () => {
  const { cookie, token } = await logInAsCustomer(product);
  expect((await product.post("/api/profile", fields, { cookie })).status).toBe(200);
  expect(await read(token)).toMatchObject({ full_name: "Jane Collector" });
});

test("nobody writes a profile of somebody else", async () => {
  const [me, other] = [await product.person(), await product.person()];
  const refused = await product.post("/api/profile", { ...fields, user_id: other.userId }, me);
  expect(refused.status).toBe(403);
  const more = { ...fields, email: other.email, is_complete: false, role: "owner", id: other.userId };
  expect((await product.post("/api/profile", more, me)).body.profile).toMatchObject({
    user_id: me.userId,
    email: me.email,
    is_complete: true,
  });
  expect(await read(other.token)).toMatchObject({ full_name: null, email: other.email });
});

test("it takes a standing session", async () => {
  const { token } = await product.person();
  const [header, payload] = token.split(".");
  const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
  for (const who of [
    {},
    { token: "x.y.z" },
    { token: `${header}.${payload}.AAAA` },
    { token: `${none}.${payload}.` },
  ]) {
    const answer = await product.post("/api/profile", fields, who);
    expect(answer).toMatchObject({ status: 401, body: { error: "Please log in to continue." } });
  }
  expect((await product.post("/api/profile", fields, { token: expiredToken(product, token) })).status).toBe(
    401,
  );
});

test("another site cannot make a browser save one", async () => {
  const { cookie, token } = await logInAsCustomer(product);
  for (const path of ["/api/profile", "/api/auth/email", "/api/auth/password"]) {
    const response = await fetch(product.appUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://evil.example", cookie },
      body: JSON.stringify(fields),
    });
    expect(response.status).toBe(403);
  }
  expect(await read(token)).toMatchObject({ full_name: null });
});

test.each([
  ["half an object", "{", 400, "This request is not valid JSON."],
  [
    "an array",
    "[]",
    400,
    "This request is not an object with the values that are asked for. Please reload the page and try again.",
  ],
  [
    "null",
    "null",
    400,
    "This request is not an object with the values that are asked for. Please reload the page and try again.",
  ],
  ["nothing", {}, 400, "Please enter your full name."],
  [
    "a country that we do not send to",
    { ...fields, country: "XX" },
    400,
    "Please choose one of the countries we ship to.",
  ],
  ["an endless name", { ...fields, full_name: "x".repeat(121) }, 400, "Please use at most 120 characters."],
  ["a NUL character", { ...fields, full_name: "a\u0000b" }, 400, "This request holds unreadable text."],
  ["half a letter", '{"full_name":"\\ud800"}', 400, "This request holds unreadable text."],
  ["too much", { ...fields, phone: "x".repeat(40_000) }, 413, "This request is too large."],
])("%s is refused in words", async (_, body, status, error) => {
  const { token } = await product.person();
  const answer = await product.post("/api/profile", body, { token });
  expect(answer).toMatchObject({ status, body: { error } });
  expect(await read(token)).toMatchObject({ full_name: null });
});

test("an answer names the fields that are wrong", async () => {
  const { token } = await product.person();
  const { body } = await product.post("/api/profile", { ...fields, city: " ", state: "" }, { token });
  expect(body).toEqual({
    code: "invalid_input",
    error: "Please enter your city.",
    fields: { city: "Please enter your city.", state: "Please enter your state or province." },
  });
});

test("hostile text is stored as it is", async () => {
  const { token } = await product.person();
  const full_name = `<img src=x onerror=alert(1)> %_'; drop table profiles; --`;
  expect((await product.post("/api/profile", { ...fields, full_name }, { token })).status).toBe(200);
  expect(await read(token)).toMatchObject({ full_name });
});
