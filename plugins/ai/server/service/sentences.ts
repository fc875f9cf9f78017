/** Sentences of a text, and those of them that ask. */

export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[。！？])|(?<=[.!?؟…]["”’)]?)\s+|\n+/).flatMap((part) => (part.trim().length > 2 ? [part.trim()] : []))
export const asks = (sentence: string): boolean => /[?？؟]["”’)]?\s*$/.test(sentence)
