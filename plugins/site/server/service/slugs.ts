/** Addresses of pages: one word each, which neither a screen nor a call nor a built file has. */
import { conflict, cut, invalid, slugify } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

const firstWord = (path: string): string => path.split('/')[1] ?? ''
/** First words of all addresses of the house, which no page may be called. */
export const takenWords = (ctx: Ctx): ReadonlySet<string> => ctx.once('site.words', () => new Set(ctx.addresses.map(firstWord)))
export const isTaken = (ctx: Ctx, slug: string): boolean => takenWords(ctx).has(slug)

/** Numbers that are tried behind a name; a community has fewer pages. */
const TRIES = 1000
const LONGEST = 100

/** Whether no other page has it. */
export async function isFree(ctx: Ctx, slug: string, pageId: number | null = null): Promise<boolean> {
  const [other] = await ctx.sql('select 1 from site.page where community_id = $1 and slug = $2 and deleted_at is null and id is distinct from $3', [
    slug,
    pageId,
  ])
  return !other
}
/** @throws AtriumError 422 for a word of the house, 409 `slug_taken` */
export async function demandSlug(ctx: Ctx, slug: string, pageId: number | null = null): Promise<void> {
  if (isTaken(ctx, slug)) throw invalid({ 'body.page.slug': ['A screen of your community already uses this URL. Choose another.'] })
  if (!(await isFree(ctx, slug, pageId))) throw conflict('This URL is already taken. Choose another.', 'slug_taken')
}

/** The first free address made of a name; whoever asks holds the lock of new pages. */
export async function freeSlug(ctx: Ctx, name: string): Promise<string> {
  // what the contract lets through: small Latin letters, digits, single hyphens
  const plain = slugify(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  const base = cut(plain, LONGEST - 5).replace(/-+$/, '') || 'page'
  const [free] = await ctx.sql<{ slug: string }>(
    `select slug from (select case n when 1 then $2 else $2 || '-' || n end as slug, n from generate_series(1, ${TRIES}) n) wanted
     where not exists (select 1 from site.page p where p.community_id = $1 and p.slug = wanted.slug and p.deleted_at is null) and slug <> all ($3::text[])
     order by n limit 1`,
    [base, [...takenWords(ctx)]],
  )
  return free!.slug
}

const parts = (path: string): string[] => path.split('/').filter(Boolean)
/** Patterns by how many parts they have and the first of them, `:` for any. */
const patterns = (ctx: Ctx) =>
  ctx.once('site.patterns', () => Map.groupBy(ctx.addresses.map(parts), (own) => `${own.length} ${own[0]?.startsWith(':') ? ':' : own[0]}`))
/** Whether a screen or a call answers at a path, or at what lies below it where `isWildcard`. */
export function isAnswered(ctx: Ctx, path: string, isWildcard: boolean): boolean {
  const wanted = isWildcard ? [...parts(path), ':'] : parts(path)
  const near = [wanted[0], ':'].flatMap((first) => patterns(ctx).get(`${wanted.length} ${first}`) ?? [])
  return near.some((own) => own.every((part, at) => part.startsWith(':') || part === wanted[at]))
}
