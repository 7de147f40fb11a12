"use client";

// Within the layout that brings the styles: the boundary further up stands outside of it.
export { PageError as default } from "@/components/layout/page-error";
