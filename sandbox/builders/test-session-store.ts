export function withTestStorage(): () => Map<string, string> {
  let store: Map<string, string>;
  beforeEach(() => {
    store = new Map();
    Object.assign(globalThis, {
      sessionStorage: {
        getItem: (key: string) => store.get(key) ?? null,
        setItem: (key: string, value: string) => store.set(key, value),
        removeItem: (key: string) => store.delete(key),
      },
    });
  });
  return () => store;
}
