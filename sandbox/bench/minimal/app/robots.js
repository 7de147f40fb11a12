/** The launcher waits until an app serves robots.txt. */
export default function robots() {
  return { rules: { userAgent: "*", allow: "/" } };
}
