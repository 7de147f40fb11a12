"use client";

// One for each group, within the layout that brings its styles.
export { PageError as default } from "@/components/layout/page-error";
