/** What stands for a face without a picture. */

/** Neighbouring ids get colours far apart (golden angle). */
export function hueOf(id: number | string): number {
  let number = typeof id === 'number' ? id : 0
  if (typeof id === 'string') for (const letter of id) number = (number * 31 + letter.codePointAt(0)!) >>> 0
  return Math.round((number * 137.508) % 360)
}
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
