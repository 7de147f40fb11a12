import "@/sandbox/builders/remembered-styles";
