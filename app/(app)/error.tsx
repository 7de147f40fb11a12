"use client";

// For the header, and for the layouts of the groups below.
export { PageError as default } from "@/components/layout/page-error";
