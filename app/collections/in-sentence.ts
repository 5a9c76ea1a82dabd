/** Lower-cases a title for use in a sentence: "Event types" as "event types"; "API keys" keeps its capitals. */
export const inSentence = (title: string): string => title.replace(/\b\p{Lu}\p{Ll}/gu, (start) => start.toLowerCase())
