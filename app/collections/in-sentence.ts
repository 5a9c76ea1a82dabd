/** A title within a sentence: "Event types" as "event types", while "API keys" keeps its capitals. */
export const inSentence = (title: string): string => title.replace(/\b\p{Lu}\p{Ll}/gu, (start) => start.toLowerCase())
