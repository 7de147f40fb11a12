/*
 * Next runs this file on every page before hydration. It imports nothing, to keep every page small.
 *
 * The auth service redirects here if it no longer knows where a sign-in began, and from its default email templates. The URL
 * then contains an error in the query or fragment, or live tokens. The log-in page shows what happened, without them in its URL.
 */
const answer = /[?#&]access_token|^(?!.*failed=).*[?#&]error_code=([^&#]*)/.exec(location.href);
if (answer) location.replace(`/api/auth/callback?error=link&error_code=${answer[1] ?? "template"}`);

/*
 * The rest keeps React working on a page that the browser translates.
 *
 * A translator replaces each text node with a `<font>`, but React keeps using the text node. React throws when it removes that
 * node or inserts something before it, and its updates stay invisible (github.com/facebook/react/issues/11538).
 * So the text node is put back just before React uses it, and the translator translates it again.
 */

/** Maps each text node to its translation, and each translation to the text nodes that it replaced, in order. */
const fonts = new WeakMap<Node, ChildNode>();
const texts = new WeakMap<ChildNode, Node[]>();

function remember(changes: MutationRecord[]): void {
  const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
  // An existing font belongs to other text than the text node removed next to it.
  const isNewFont = (node: Node | null | undefined): node is ChildNode =>
    node?.nodeName === "FONT" && (added.has(node) || !texts.has(node as ChildNode));
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    const font = [addedNodes[0], previousSibling, nextSibling].find(isNewFont);
    if (!font) continue;
    for (const node of removedNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      fonts.set(node, font);
      texts.set(font, [...(texts.get(font) ?? []), node]);
    }
  }
}

const observer = new MutationObserver(remember);
observer.observe(document, { childList: true, subtree: true });

const isDetached = (node: Node | null) => node?.nodeType === Node.TEXT_NODE && !node.parentNode;

function restore(node: Node | null): void {
  if (!node || !isDetached(node)) return;
  remember(observer.takeRecords());
  const font = fonts.get(node);
  font?.replaceWith(...(texts.get(font) ?? []).filter(isDetached));
}

const { appendChild, insertBefore, removeChild } = Node.prototype;
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");

// Text without a known translation is already gone. Instead of throwing, a node to insert before it is appended.
Object.assign(Node.prototype, {
  appendChild(this: Node, node: Node) {
    restore(node);
    return appendChild.call(this, node);
  },
  insertBefore(this: Node, node: Node, next: Node | null) {
    restore(node);
    restore(next);
    return insertBefore.call(this, node, isDetached(next) ? null : next);
  },
  removeChild(this: Node, node: Node) {
    restore(node);
    return isDetached(node) ? node : removeChild.call(this, node);
  },
});
Object.defineProperty(Node.prototype, "nodeValue", {
  ...nodeValue,
  set(this: Node, text: string | null) {
    restore(this);
    nodeValue?.set?.call(this, text);
  },
});
