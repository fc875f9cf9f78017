/** The address part made of a community's name: lower case, dashes, some characters removed. */

/** Lower case, joined with dashes, without accents and signs; at most 60 characters. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
