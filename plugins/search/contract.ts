/** What others may know of search: its calls, and what they answer. */
import { date, defineContract, del, done, event, get, id, line, list, open, paging, patch, post, type, z } from '@atrium/sdk'

/** Letters of what is looked for. */
export const MAX_TEXT = 500
/** Results that are looked at; beyond them one says more precisely what one wants. */
export const MOST = 200
export const MAX_RECENT = 20
export const MAX_SAVED = 50

const Parts = z.array(z.object({ text: z.string(), mark: z.boolean() }))
/** One thing found. Title and excerpt come in parts, those marked are the words looked for. */
export const SearchHit = z.object({
  kind: z.string(),
  /** Whose kind it is: the word `kinds.<kind>` among that plugin's names several hits, "Posts". */
  plugin: z.string(),
  icon: z.string(),
  id: z.number(),
  title: z.string(),
  highlighted_title: Parts,
  excerpt: Parts,
  path: z.string(),
  space: z.object({ id: z.number(), slug: z.string(), name: z.string(), emoji: z.string().nullable() }).nullable(),
  author: z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable(),
  /** Address of its picture; of a member the photo. */
  image: z.string().nullable(),
  /** When it takes place, where it does. */
  starts_at: date.nullable(),
  created_at: date,
  updated_at: date,
})
export type SearchHit = z.output<typeof SearchHit>

const KindCount = z.object({ kind: z.string(), plugin: z.string(), icon: z.string(), count: z.number() })
export type KindCount = z.output<typeof KindCount>
const Results = list(SearchHit).extend({
  /** There are more than were looked at. */
  has_more: z.boolean(),
  /** Nothing holds all of the words; these hold some, or words like them. */
  is_close: z.boolean(),
  /** By kind, whatever kind was asked for; empty where it was not asked for. */
  counts: z.array(KindCount),
  /** What was left out of account, and why. */
  notes: z.array(z.string()),
})
export type Results = z.output<typeof Results>

/** What may stand after an operator that is being typed. */
const Suggestion = z.object({
  operator: z.enum(['author', 'in']),
  value: z.string(),
  label: z.string(),
  emoji: z.string().nullable(),
  member: z.object({ id: z.number(), avatar_url: z.string().nullable() }).nullable(),
})
export type Suggestion = z.output<typeof Suggestion>

const Recent = z.object({ id: z.number(), text: z.string(), searched_at: date })
const Saved = z.object({ id: z.number(), name: z.string(), text: z.string(), created_at: date })
export type Saved = z.output<typeof Saved>

const Rebuild = z.object({
  id: z.number(),
  status: z.enum(['running', 'done']),
  /** Which kind is under way. */
  kind: z.string().nullable(),
  /** Documents written, and how many the index had before. */
  done: z.number(),
  total: z.number(),
  started_at: date,
  finished_at: date.nullable(),
})
export type Rebuild = z.output<typeof Rebuild>

const words = z.string().trim().min(1, 'Enter a search term.').max(MAX_TEXT, 'Search terms can be up to {maximum} characters.')
const own = { can: 'member', impersonated: 'never' } as const
const change = { can: 'member', limit: { points: 120, seconds: 60 } } as const
const byId = { params: z.object({ id }) }

/** Search for other plugins, in the name of the ctx's member. For seeds and set-up. */
export interface SearchService {
  /** @throws AtriumError 409 beyond `MAX_SAVED` */
  save(input: { text: string; name?: string }): Promise<void>
}

export default defineContract('search', {
  permissions: { manage: { title: 'Rebuild the search index', grant: ['admin'] } },
  routes: {
    search: get('/internal_api/search', {
      can: open('visitors of a public community search what they see; every hit is asked whether this reader may find it'),
      query: paging.omit({ cursor: true }).extend({
        text: words,
        sort: z.enum(['best', 'newest']).default('best'),
        /** `1` for how many there are of each kind. */
        counts: z.enum(['1']).optional(),
      }),
      reply: Results,
      limit: { points: 120, seconds: 60 },
      summary: 'Everything that holds these words, the best first. Operators: author:, in:, type:, has:, before:, after:, "a phrase", -without',
    }),
    suggestions: get('/internal_api/search/suggestions', {
      can: open('visitors of a public community are offered its public spaces, and members where those are public'),
      query: z.object({ operator: z.enum(['author', 'in']), text: z.string().trim().max(100).default('') }),
      reply: z.object({ records: z.array(Suggestion) }),
      limit: { points: 120, seconds: 60 },
      summary: 'Members and spaces that fit what is being typed after an operator',
    }),
    history: get('/internal_api/search/history', {
      ...own,
      reply: z.object({ recent: z.array(Recent), saved: z.array(Saved) }),
      summary: 'One’s own latest and saved searches',
    }),
    remember: post('/internal_api/search/history', { ...change, body: z.object({ text: words }), reply: done, summary: 'Something was looked for' }),
    clearHistory: del('/internal_api/search/history', { ...change, reply: done, summary: 'Forget one’s latest searches' }),
    save: post('/internal_api/saved_searches', {
      ...change,
      body: z.object({ saved_search: z.object({ text: words, name: line(80).optional() }) }),
      reply: Saved,
      status: 201,
      summary: 'Save a search; the same one a second time is the first',
    }),
    renameSaved: patch('/internal_api/saved_searches/:id', {
      ...change,
      ...byId,
      body: z.object({ saved_search: z.object({ name: line(80).min(1, 'Enter a name.') }) }),
      reply: Saved,
      summary: 'Call a saved search something else',
    }),
    unsave: del('/internal_api/saved_searches/:id', { ...change, ...byId, reply: done, summary: 'Remove a saved search' }),
    rebuild: get('/internal_api/search/rebuild', {
      can: 'manage',
      reply: z.object({ documents: z.number(), rebuild: Rebuild.nullable() }),
      summary: 'How large the index is, and how far the latest rebuild',
    }),
    startRebuild: post('/internal_api/search/rebuild', {
      can: 'manage',
      limit: { points: 10, seconds: 60 },
      reply: Rebuild,
      status: 201,
      summary: 'Write the index anew from what plugins have, while it serves; one that runs goes on',
    }),
  },
  events: { 'rebuild.progressed': event(z.object({ rebuildId: id, memberId: id }), { realtime: 'member' }) },
  service: type<SearchService>(),
})
