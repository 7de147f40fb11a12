"use client";

/** Leaves the header out when it fails: the page below it, which may hold an answer about money, stays. */
export default function HeaderError() {
  return null;
}
