import { parseReceivingAddress } from "@/lib/base/receiving-address";

test("the setting's parts are the lines of the address", () => {
  expect(parseReceivingAddress("Acme Grading |AG| 1 Dock Road, Door 2 |Salem | OR|97301| US")).toEqual({
    name: "Acme Grading",
    labelName: "AG",
    line1: "1 Dock Road, Door 2",
    city: "Salem",
    state: "OR",
    postalCode: "97301",
    country: "US",
  });
});
