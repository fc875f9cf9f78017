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
  created_at: Date
}
export const MESSAGE = `id, conversation_id, author, text, status, outcome, is_extract, confidence, sources, action, problem, took_ms, rating, rating_note, created_at`

/** Sources that the reader may not read any more are named as such: what they said is not shown again. */
export async function presentMessages(ctx: Ctx, rows: readonly MessageRow[]): Promise<Message[]> {
  const asFound = new Map(rows.flatMap(({ sources }) => sources.map((source) => [source, source as unknown as Found] as const)))
  const seen = await judged(ctx, [...asFound.values()])
  return rows.map(({ sources, action, conversation_id: _, rating_note: __, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    action: action && { tool: action.tool, label: action.label, status: action.status, result: action.result, path: action.path },
    sources: sources.map((source) => {
      const { recordId: ___, ...shown } = source
      if (source.kind === SOURCE_KIND) return shown
      const card = seen.get(asFound.get(source)!)
      if (card === undefined) return { ...shown, title: ctx.t('source.gone'), path: null, place: null, excerpt: '', author: null }
      return card ? { ...shown, title: card.title, path: card.path } : shown
    }),
  }))
}
/** @throws AtriumError 404 */
export async function presentMessage(ctx: Ctx, id: number): Promise<Message> {
  const rows = await ctx.sql<MessageRow>(`select ${MESSAGE} from ai.message where community_id = $1 and id = $2`, [id])
  const [message] = await presentMessages(ctx, rows)
  if (!message) throw notFound('Answer')
  return message
}
