/** Search and the leaderboard. */
import { type Ctx, sgidOf } from '@atrium/sdk/server'
import type { z } from 'zod'
import gamification from '../../../gamification/contract.ts'
import searchPlugin, { type SearchHit } from '../../../search/contract.ts'
import spacesPlugin from '../../../spaces/contract.ts'
import { type Hit, search as routes } from '../../contract/search.ts'
import { serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { type Known, peopleOf } from '../service/people.ts'
import { withDomain } from '../service/posts.ts'

/** Kinds of Atrium by the published types; the others search everything. */
const KINDS: Record<string, string> = {
  members: 'member',
  mentions: 'member',
  posts: 'post',
  comments: 'comment',
  spaces: 'space',
  lessons: 'lesson',
  events: 'event',
}
const TYPES: Record<string, string> = { member: 'community_member' }
const marked = (parts: SearchHit['excerpt']) =>
  parts.some(({ mark }) => mark) ? parts.map(({ text, mark }) => (mark ? `<mark>${text}</mark>` : text)).join('') : null
const plain = (parts: SearchHit['excerpt']) => parts.map(({ text }) => text).join('')
const OTHERS = {
  ...{ email: null, headline: null, avatar_url: null, public_uid: null, user_id: null, emoji: null, space_type: null },
  ...{ post_id: null, post_name: null, post_slug: null, space_id: null, space_slug: null, parent_comment_id: null, section_id: null, section_name: null },
}

function toHit(ctx: Ctx, hit: SearchHit, people: Map<number, Known>): z.input<typeof Hit> {
  const person = hit.kind === 'member' ? people.get(hit.id) : undefined
  const [, , slug = ''] = /^\/c\/([^/?#]+)(?:\/([^/?#]+))?/.exec(hit.path) ?? []
  const isComment = hit.kind === 'comment'
  return {
    ...OTHERS,
    ...{ id: hit.id, type: TYPES[hit.kind] ?? hit.kind, name: hit.title, slug: hit.kind === 'space' ? (hit.space?.slug ?? '') : slug },
    ...{ url: withDomain(ctx, hit.path), body: plain(hit.excerpt), created_at: hit.created_at, status: 'published' },
    ...{ highlighted_name: marked(hit.highlighted_title), highlighted_body: marked(hit.excerpt), cover_image_url: hit.image },
    ...{ sgid: sgidOf(hit.kind, hit.id), starts_at: hit.starts_at },
    author: hit.author && { name: hit.author.name, avatar_url: hit.author.avatar_url, community_member_id: hit.author.id },
    space: hit.space && { ...hit.space, custom_emoji_url: null, custom_emoji_dark_url: null },
    ...(hit.kind === 'member' && { avatar_url: hit.image }),
    ...(person && { email: person.email, headline: person.headline, public_uid: person.public_uid, user_id: person.user_id, avatar_url: person.avatar_url }),
    ...(hit.kind === 'space' && { emoji: hit.space?.emoji ?? null }),
    ...(isComment && { post_name: hit.title, post_slug: slug, space_id: hit.space?.id ?? null, space_slug: hit.space?.slug ?? null }),
  }
}
/** The words as the search takes them: its own operators are words here. */
const quiet = (text: string) => text.replace(/(\w):/g, '$1 ')
const listed = (value: string | string[] | undefined) => (value === undefined ? [] : Array.isArray(value) ? value : value.split(','))

export const search = serve(routes, {
  async advancedSearch(ctx, { query: { page, per_page, query, type, ...filters } }) {
    const text = [quiet(query)]
    if (KINDS[type]) text.push(`type:${KINDS[type]}`)
    for (const id of [...listed(filters['filters[space_ids][]']), ...listed(filters['filters[space_ids]'])].filter(Boolean))
      text.push(`in:${(await ctx.call(spacesPlugin.routes.show, { params: { id } })).slug}`)
    const author = filters['filters[author_name]']
    if (author) text.push(`author:"${author.replaceAll('"', '')}"`)
    return pageOf(ctx, searchPlugin.routes.search, { query: { text: text.join(' ') } }, { page, per_page }, async (hits) => {
      const people = await peopleOf(
        ctx,
        hits.flatMap(({ kind, id }) => (kind === 'member' ? id : [])),
      )
      return hits.map((hit) => toHit(ctx, hit, people))
    })
  },
  leaderboard: (ctx, { query }) => ctx.call(gamification.routes.leaderboard, { query: { period: query.period ?? 'all_time', per_page: 100 } }),
})
