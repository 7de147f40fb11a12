/*
 * Next runs this file in every page before React takes it over. Every page pays for each byte, so it imports nothing.
 *
 * The auth service leads here when it has forgotten where a sign-in began, and from the emails of its default templates: with an error
 * in the query or fragment, or with live tokens. The log-in says what happened, and nothing of it stays in the address.
 */
const answer = /[?#&]access_token|^(?!.*failed=).*[?#&]error_code=([^&#]*)/.exec(location.href);
if (answer) location.replace(`/api/auth/callback?error=link&error_code=${answer[1] ?? "template"}`);

/*
 * The rest keeps React working on a page that the browser translates.
 *
 * A translator replaces each text node with a `<font>`, but React keeps using the text node: it throws when it removes that node
 * or inserts something before it, and its updates stay invisible (github.com/facebook/react/issues/11538).
 * So the text node returns to its place just before React uses it, and the translator translates it again.
 */

/** Maps each text node to its translation, and each translation to the text nodes that it replaced, in order. */
const fonts = new WeakMap<Node, ChildNode>();
const texts = new WeakMap<ChildNode, Node[]>();

function remember(changes: MutationRecord[]): void {
  const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
  // An older font translates another text than the one that is removed beside it.
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

// If a text's translation is unknown, nothing throws: the text is gone already, and what belongs before it is appended.
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
