const ATTRIBUTES = ["hidden", "open", "style", "type"];

// The queries by role read whether an element is shown, and jsdom matches it with every default rule for that: a third of
// what they take. There are no style sheets, so the answer depends on nothing but the element's name and these attributes.
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
