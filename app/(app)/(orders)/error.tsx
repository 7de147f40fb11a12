"use client";
// Re-exported here so that it renders inside the layout that loads the styles.
export { default } from "@/app/(app)/error";
