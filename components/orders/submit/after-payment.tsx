import { NextSteps } from "@/components/orders/next-steps";
import { ShippingInstructions } from "@/components/orders/shipping-instructions";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { Mark } from "@/components/ui/mark";
import { business } from "@/lib/base/business";
import { paths } from "@/lib/base/paths";

/** Shows, beside the submit form, what follows the payment and how the cards get to us, before there is a batch ID. */
export function AfterPayment() {
  return (
    <Card className="space-y-5 sm:p-6">
      <h2 className="text-lg font-semibold">After you pay</h2>
      <div className="text-sm">
        <NextSteps />
      </div>
      <p className="text-sm">
        Insured for up to {business.insuranceLimit} a batch from check-in until it is back with you. Shipping
        to us is yours to insure.{" "}
        <a className="link" href={paths.insurance}>
          What is insured
        </a>
      </p>
      <div>
        <DialogButton
          variant="secondary"
          size="sm"
          label={
            <>
              <Mark name="package-open" className="size-4" />
              Shipping instructions
            </>
          }
          title="Shipping instructions"
        >
          <ShippingInstructions batchId={null} />
        </DialogButton>
      </div>
    </Card>
  );
}
