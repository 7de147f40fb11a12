export { MissingPage as default } from "@/components/layout/missing-page";
