// Within the layout that brings the styles.
export { default } from "@/app/(app)/admin/grader/[id]/not-found";
