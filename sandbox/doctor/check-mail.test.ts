import { type AddressInfo, createServer, type Server } from "node:net";
import { checkMail, mailMend } from "./check-mail.ts";

let server: Server | undefined;
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

/** A port that greets in the clear. */
async function aPort(greeting: string): Promise<number> {
  server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(greeting);
    socket.once("data", () => socket.end());
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const says = async (SMTP_URL: string) => {
  const [finding] = await checkMail({ SMTP_URL });
  return `${finding?.state}: ${finding?.says}`;
};

test("a mail server that is away is told", async () => {
  expect(await says("smtp://127.0.0.1:9")).toMatch(/^wrong: It cannot be reached by SMTP_URL: /);
});

test("encryption on a port that begins without is told with the two ways that there are", async () => {
  const port = await aPort("220 mail.slabs.io ESMTP\r\n");
  expect(await says(`smtps://127.0.0.1:${port}`)).toMatch(
    /^wrong: SMTP_URL says smtps, and this port does not begin encrypted: take smtps:\/\/…:465, or smtp:\/\/…:587, which turns encryption on \(STARTTLS\): wrong version number$/,
  );
});

test("a server that says nothing in the clear may be one that begins encrypted", () => {
  const silent = Object.assign(new Error("Greeting never received"), { code: "ETIMEDOUT" });
  expect(mailMend(silent, "smtp://a:465")).toMatch(
    /a port that begins encrypted, as 465 does, is written smtps:/,
  );
});

test.each([
  ["Hostname/IP does not match certificate's altnames: Host: a. is not cert's CN: b", true],
  ["self-signed certificate", true],
  ["getaddrinfo ENOTFOUND a", false],
])("a certificate that is not the server's is told as that: %s", (message, isTold) => {
  const mend = mailMend(Object.assign(new Error(message), { code: "ESOCKET" }), "smtps://a:465");
  expect(mend.startsWith("Its certificate is not good for the name in SMTP_URL")).toBe(isTold);
});
