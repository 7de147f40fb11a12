const ATTRIBUTES = ["hidden", "open", "style", "type"];

// Queries by role ask whether an element is shown, and jsdom matches every default style rule to answer: a third of their
// time. Without style sheets the answer depends only on the element's name and these attributes.
if (typeof window !== "undefined") {
  const compute = window.getComputedStyle.bind(window);
  const computed = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element) => {
    const key = JSON.stringify([element.localName, ...ATTRIBUTES.map((name) => element.getAttribute(name))]);
    const style = computed.get(key) ?? compute(element);
    computed.set(key, style);
    return style;
  };
}
