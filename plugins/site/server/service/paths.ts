/** Paths of redirects in one form, so that two that mean the same are the same. */

/** Segments of a path that are looked at; addresses of people are shorter. */
export const DEEPEST = 30

function plainSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment).normalize('NFC').toLowerCase()
    // one that would part a path is kept as it was written
    return /[/\\\s\0?#]/.test(text) ? segment.toLowerCase() : text
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return segment.toLowerCase()
  }
}
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)
/** Small letters, without `%` where there need be none, and without a slash at the end; the home page is `/`. */
export const plainPath = (path: string): string => `/${segmentsOf(path).map(plainSegment).join('/')}`

/** What a path begins with, the longest first, each with what stands behind it as it was written. */
export function beginningsOf(path: string): { prefix: string; rest: string }[] {
  const written = segmentsOf(path)
  const plain = written.map(plainSegment)
  const lengths = Array.from({ length: Math.max(0, Math.min(written.length - 1, DEEPEST)) }, (_, at) => at + 1)
  return lengths.map((length) => ({ prefix: `/${plain.slice(0, length).join('/')}`, rest: written.slice(length).join('/') })).reverse()
}

/** Whether it leads to a path of the community, and which; null for another site. */
export function pathWithin(target: string, home: string): string | null {
  const [own, to] = [new URL(home), URL.parse(target, home)]
  return to?.host === own.host ? to.pathname : null
}

/**
 * A target whose star has become what stood at the star. What somebody typed decides on nothing but the end of the path: neither on the host nor on
 * a step up. Null where that cannot be.
 */
export function filled(target: string, rest: string, home: string): string | null {
  if (!target.endsWith('/*')) return target
  const safe = segmentsOf(rest)
    .filter((segment) => !/^(\.|%2e){1,2}$/i.test(segment))
    .map((segment) => segment.replaceAll(/[^\w.~!$&'()*+,;=:@%-]/gu, encodeURIComponent))
  const begins = target.slice(0, -1)
  const made = `${begins}${safe.join('/')}`
  const [meant, comes] = [URL.parse(begins, home), URL.parse(made, home)]
  return meant && comes && meant.origin === comes.origin && comes.pathname.startsWith(meant.pathname) ? made : null
}
