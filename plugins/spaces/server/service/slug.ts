/** Slugs of names, for addresses: lower case, dashes, some characters removed. */
import { cut } from '@atrium/sdk'

/** The slug of a name, at most 60 characters; empty when nothing of it is left. */
export const slugify = (name: string): string =>
  cut(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[*+~.;()'"!:@]/g, '')
      .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-'),
    60,
  ).replace(/^-+|-+$/g, '')

/** The first of `base`, `base-2`, `base-3` … that is not taken. */
export function freeSlug(base: string, taken: Iterable<string>): string {
  const used = new Set(taken)
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (!used.has(slug)) return slug
  }
}
