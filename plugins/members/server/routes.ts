/** Handlers of the directory: each asks first whether this reader may look at members at all. */
import { notFound, rolesOf } from '@atrium/sdk'
import { type Ctx, decodeCursor, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import type contract from '../contract.ts'
import { NEW_DAYS, RANKED_LETTERS } from '../contract.ts'
import { admit } from './service/admission.ts'
import { activeIds, directoryText, type MemberRow, profileRead } from './reads.ts'

/** More than these are not narrowed down to; who is online changes while one looks anyway. */
const MOST_ONLINE = 1_000
/** What a search answers at most; whoever is not among them types more. */
const MOST_FOUND = 100
const DAY = 86_400_000

const toPerson = (ctx: Ctx, row: MemberRow) => ({
  id: row.id,
  community_member_id: row.id,
  public_uid: row.public_uid,
  name: row.name,
  headline: row.headline,
  avatar_url: row.avatar_url,
  profile_url: `${ctx.community.url}/u/${row.public_uid}`,
  roles: rolesOf(row.roles),
  created_at: row.created_at,
})
const toRow = (ctx: Ctx, row: MemberRow) => ({ ...toPerson(ctx, row), profile_info: { location: row.location } })

/** The ids that are in all of the lists given; null where nothing narrows. */
function common(lists: (number[] | null)[]): number[] | null {
  return lists.reduce((all, list) => {
    if (!all || !list) return all ?? list
    const wanted = new Set(list)
    return all.filter((id) => wanted.has(id))
  }, null)
}
const beginnings = (text: string) => {
  const start = text.replace(/[\\%_]/g, '\\$&')
  return [`${start}%`, `% ${start}%`]
}

export const handlers: Handlers<typeof contract> = {
  async list(ctx, { query }) {
    admit(ctx)
    const here = ctx.member ? await ctx.onlineMembers(query.online ? MOST_ONLINE : 0) : null
    const since = query.is_new ? new Date(ctx.now().getTime() - NEW_DAYS * DAY) : null
    const among = common([query.online ? (here?.memberIds ?? []) : null, query.space_id ? await ctx.use(spaces).memberIds(query.space_id) : null])
    const text = query.search_text ?? ''
    const read = (sort: typeof query.sort, rows: number, ids: number[] | null, patterns: string[] | null, key: (string | number)[] | null) =>
      ctx.sql<MemberRow>(directoryText(sort), [rows, ids, since, patterns, key?.[0] ?? null, key?.[1] ?? null])
    // Shorter words are looked up as beginnings of names: the search index needs more to go by.
    if (text.length < RANKED_LETTERS) {
      const rows = await read(query.sort, rowsFor(query), among, text ? beginnings(text) : null, decodeCursor(query.cursor, ['number', 'string']))
      return { ...page(rows, { query, key: (row) => [row.id, row.sort_key] }, (row) => toRow(ctx, row)), online_count: here?.count ?? null }
    }
    // The best first, so the key of a page is a place among those found.
    const [from = 0] = decodeCursor(query.cursor, ['number']) ?? []
    const hits = await ctx.search.find({ text, kinds: ['member'], spaceIds: [], limit: MOST_FOUND })
    const place = new Map(hits.map(({ recordId }, i) => [recordId, i]))
    const found = await read('latest', MOST_FOUND, common([[...place.keys()], among]), null, null)
    const rows = found.filter(({ id }) => place.get(id)! >= Number(from)).sort((a, b) => place.get(a.id)! - place.get(b.id)!)
    const envelope = page(rows, { query, key: (row) => [place.get(row.id)! + 1] }, (row) => toRow(ctx, row))
    return { ...envelope, online_count: here?.count ?? null }
  },

  async profile(ctx, { params }) {
    admit(ctx)
    const number = /^\d{1,15}$/.test(params.id) ? Number(params.id) : null
    const [row] = await ctx.read(profileRead, [params.id, number])
    if (!row) throw notFound('Member', 'community_member_not_found')
    const [theirs, written] = await Promise.all([ctx.use(spaces).ofMember(row.id), ctx.has(posts) ? ctx.use(posts).countBy(row.id) : null])
    return {
      ...toPerson(ctx, row),
      bio: row.bio,
      large_avatar_url: row.avatar_url,
      profile_info: { website: row.website, location: row.location },
      last_seen_at: ctx.member ? row.last_seen_at : null,
      posts_count: written,
      spaces_count: theirs.length,
    }
  },

  async spaces(ctx, { params }) {
    admit(ctx)
    if ((await ctx.read(activeIds, [[params.id]])).length === 0) throw notFound('Member', 'community_member_not_found')
    const theirs = await ctx.use(spaces).ofMember(params.id)
    return {
      records: theirs.map(({ id, slug, name, emoji, isPrivate }) => ({ id, slug, name, emoji, is_private: isPrivate, url: `${ctx.community.url}/c/${slug}` })),
    }
  },
}
