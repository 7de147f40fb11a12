import { shareSubscription } from "@/lib/base/share-subscription";

function aSource() {
  const stop = jest.fn();
  const start = jest.fn((_tellAll: () => void) => stop);
  const tellAll = () => start.mock.lastCall?.[0]();
  return { start, stop, tellAll, subscribe: shareSubscription(start) };
}

test("many readers: listened to once, all are told, stopped after the last", () => {
  const { subscribe, start, stop, tellAll } = aSource();
  const [one, two] = [jest.fn(), jest.fn()];
  const leaveOne = subscribe(one);
  const leaveTwo = subscribe(two);
  expect(start).toHaveBeenCalledTimes(1);

  tellAll();
  leaveOne();
  expect(stop).not.toHaveBeenCalled();
  tellAll();
  expect(one).toHaveBeenCalledTimes(1);
  expect(two).toHaveBeenCalledTimes(2);

  leaveTwo();
  expect(stop).toHaveBeenCalledTimes(1);
});

test("who leaves twice stops it once, and who comes later is listened for again", () => {
  const { subscribe, start, stop } = aSource();
  const leave = subscribe(() => {});
  leave();
  leave();
  expect(stop).toHaveBeenCalledTimes(1);
  subscribe(() => {});
  expect(start).toHaveBeenCalledTimes(2);
});
