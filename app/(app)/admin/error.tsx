"use client";
// Inside the layout that loads the styles.
export { default } from "@/app/(app)/error";
