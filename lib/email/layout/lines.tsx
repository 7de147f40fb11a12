import { Fragment } from "react";

/** Lines of text, one below the other in every mail program. */
export function Lines({ of: lines }: { of: readonly string[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other identity, and are written once
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {line}
    </Fragment>
  ));
}
