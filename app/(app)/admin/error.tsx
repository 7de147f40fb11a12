"use client";

// Within the layout that brings the styles: the boundary further up stands outside of it.
export { default } from "@/app/(app)/error";
