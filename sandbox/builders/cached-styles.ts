const ATTRIBUTES = ["hidden", "open", "style", "type"];

// For queries by role, jsdom matches every default style rule, which takes a third of their time. Without style
// sheets, only the element's name and these attributes matter.
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
