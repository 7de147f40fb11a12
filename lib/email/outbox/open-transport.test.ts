import { createServer, type Server } from "node:net";
import { openTransport } from "@/lib/email/outbox/open-transport";
import { setTestSettings } from "@/sandbox/builders/test-settings";

let mockSettings: Record<string, string> = {};
jest.mock("@/lib/base/env", () => {
  const actual = jest.requireActual("@/lib/base/env");
  return { ...actual, env: () => ({ ...actual.env(), ...mockSettings }) };
});
setTestSettings();

const said: string[] = [];
let server: Server;
let port: number;

/** Without STARTTLS, as when an attacker strips it. */
beforeAll(async () => {
  server = createServer((socket) => {
    socket.write("220 mail.test\r\n");
    socket.on("error", () => {});
    socket.on("data", (data) => {
      const [command = ""] = data.toString().trim().split(/[\s:]/);
      said.push(command.toUpperCase());
      const answers: Record<string, string> = {
        EHLO: "250-mail.test\r\n250 AUTH PLAIN",
        AUTH: "235 welcome",
        QUIT: "221 bye",
      };
      socket.write(`${answers[command.toUpperCase()] ?? "550 no"}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => void server.close());
beforeEach(() => {
  said.length = 0;
});

const mail = {
  to: { address: "casey@example.com", name: "Casey" },
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
};

async function sendTo(host: string): Promise<void> {
  mockSettings = { SMTP_URL: `smtp://user:secret@${host}:${port}` };
  const transport = openTransport();
  await transport.send(mail, "key").finally(transport.close);
}

test("sends neither password nor email unencrypted to another machine", async () => {
  await expect(sendTo("127.0.0.2")).rejects.toThrow(/STARTTLS/i);
  expect(said).not.toContain("AUTH");
  expect(said).not.toContain("MAIL");
});

test("allows an unencrypted mail server on this machine", async () => {
  await expect(sendTo("127.0.0.1")).rejects.toThrow(/550/);
  expect(said).toEqual(expect.arrayContaining(["AUTH", "MAIL"]));
});
