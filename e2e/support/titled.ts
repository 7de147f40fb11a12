/** Puts a title that fits on a line before a value of `test.each`. */
export const titled = (value: string): [title: string, value: string] => [value.slice(0, 70), value];
