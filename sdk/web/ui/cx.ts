/** Joins class names, leaving out what is absent. */
export type ClassPart = string | false | null | undefined
export const cx = (...parts: ClassPart[]): string => parts.filter(Boolean).join(' ')
