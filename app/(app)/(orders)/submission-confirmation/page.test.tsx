import { renderToStaticMarkup } from "react-dom/server";
import ConfirmationPage from "@/app/(app)/(orders)/submission-confirmation/page";
import { loadConfirmedOrder } from "@/lib/orders/confirmation/loaders";
import { loadViewer } from "@/lib/orders/loaders";

jest.mock("server-only", () => ({}));
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));
jest.mock("@/lib/orders/loaders", () => ({ loadViewer: jest.fn() }));
jest.mock("@/lib/orders/confirmation/loaders", () => ({ loadConfirmedOrder: jest.fn() }));

const NOBODY = { userId: null, guestKey: null, email: null };
const SESSION = "cs_test_a1b2c3d4e5f6a1b2";
const BATCH = "BATCH-ABCDEFGH-2345";

async function open(query: Record<string, string>): Promise<string> {
  jest.mocked(loadViewer).mockResolvedValue(NOBODY);
  jest.mocked(loadConfirmedOrder).mockReset().mockResolvedValue(null);
  return renderToStaticMarkup(await ConfirmationPage({ searchParams: Promise.resolve(query) }));
}

test.each<[string, Record<string, string>]>([
  ["nothing", {}],
  ["a session alone", { session_id: SESSION }],
  ["a batch ID alone", { batch_id: BATCH }],
  ["a session and a batch ID that is none", { session_id: SESSION, batch_id: "x" }],
  ["pay-as-you-go without a session", { mode: "payg", batch_id: BATCH }],
])("shows an error without looking up the session for a URL with %s", async (_, query) => {
  expect(await open(query)).toContain("Invalid payment session. Please contact support.");
  expect(loadConfirmedOrder).not.toHaveBeenCalled();
});

test.each<[string, Record<string, string>]>([
  ["session and batch ID", { session_id: SESSION, batch_id: BATCH }],
  ["pay-as-you-go and session", { mode: "payg", session_id: SESSION }],
])("looks up the session and shows the progress page for a URL with %s", async (_, query) => {
  expect(await open(query)).toContain("Confirming your payment…");
  expect(loadConfirmedOrder).toHaveBeenCalledWith(SESSION, NOBODY);
});
