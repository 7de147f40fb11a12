export function NoPrinter({ batchId }: { batchId: string | null }) {
  return (
    <p>
      No printer? Write {batchId ? <strong translate="no">{batchId}</strong> : "the batch ID"} and this
      address on the box. Put a note inside with your full name, email, batch ID and total paid.
    </p>
  );
}
