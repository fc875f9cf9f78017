/** Questions and answers as they are kept, and as their owner reads them. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { Action, Message, Source } from '../../contract.ts'
import { type Found, SOURCE_KIND } from './knowledge/found.ts'
import { judged } from './knowledge/retrieve.ts'

export type StoredSource = Source & { recordId: number }
export type StoredAction = Action & { input: unknown }
export interface MessageRow {
  id: number
  conversation_id: number
  author: 'person' | 'agent'
  text: string
  status: Message['status']
  outcome: Message['outcome']
  is_extract: boolean
  confidence: number | null
  sources: StoredSource[]
  action: StoredAction | null
  problem: string | null
  took_ms: number | null
  rating: -1 | 1 | null
  rating_note: string | null
  near_space_ids: number[]
  created_at: Date
}
export const MESSAGE = `id, conversation_id, author, text, status, outcome, is_extract, confidence, sources, action, problem, took_ms, rating, rating_note, near_space_ids, created_at`

/** Sources that the reader may not read any more are named as such: what they said is not shown again. */
export async function presentSources(ctx: Ctx, lists: readonly (readonly StoredSource[])[]): Promise<Source[][]> {
  const asFound = new Map(lists.flatMap((sources) => sources.map((source) => [source, source as unknown as Found] as const)))
  const seen = await judged(ctx, [...asFound.values()])
  return lists.map((sources) =>
    sources.map((source) => {
      const { recordId: _, ...kept } = source
      // those that were kept before dates were have none
      const shown = { ...kept, created_at: kept.created_at ?? null }
      if (source.kind === SOURCE_KIND) return shown
      const card = seen.get(asFound.get(source)!)
      if (card === undefined) return { ...shown, title: ctx.t('source.gone'), path: null, place: null, excerpt: '', author: null, created_at: null }
      return card ? { ...shown, title: card.title, path: card.path } : shown
    }),
  )
}
export async function presentMessages(ctx: Ctx, rows: readonly MessageRow[]): Promise<Message[]> {
  const shown = await presentSources(
    ctx,
    rows.map(({ sources }) => sources),
  )
  return rows.map(({ action, conversation_id: _, rating_note: __, ...row }, i) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    action: action && { tool: action.tool, label: action.label, status: action.status, result: action.result, path: action.path },
    sources: shown[i]!,
  }))
}
/** @throws AtriumError 404 */
export async function presentMessage(ctx: Ctx, id: number): Promise<Message> {
  const rows = await ctx.sql<MessageRow>(`select ${MESSAGE} from ai.message where community_id = $1 and id = $2`, [id])
  const [message] = await presentMessages(ctx, rows)
  if (!message) throw notFound('Answer')
  return message
}
