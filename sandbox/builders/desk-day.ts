export const aParcel = (nth: number) =>
  `94${`${Date.now()}`.slice(-9)}${`${Math.random()}`.slice(2, 9).padEnd(7, "7")}${1000 + nth}`;
