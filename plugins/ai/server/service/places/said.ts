/** What an agent has said in posts and comments, for those who look after it. */
import { type Ctx, lastId, type Paging, page, rowsFor } from '@atrium/sdk/server'
import content from '../../../../content/contract.ts'
import { agentById } from '../agents.ts'
import { presentSources, type StoredSource } from '../messages.ts'

interface Row {
  id: number
  said_id: number
  text: string
  sources: StoredSource[]
  rating: number | null
  created_at: Date
}
/** The latest first; of what this reader may not read, or is gone, nothing but that it was there. @throws AtriumError 404 */
export async function saidInPosts(ctx: Ctx, agentId: number, query: Paging) {
  await agentById(ctx, agentId)
  const rows = await ctx.sql<Row>(
    `select r.id, r.said_id, m.text, m.sources, m.rating, m.created_at from ai.reply r join ai.message m on m.community_id = $1 and m.id = r.message_id
     where r.community_id = $1 and r.agent_id = $2 and r.said_kind = 'comment' and ($3::bigint is null or r.id < $3) order by r.id desc limit $4`,
    [agentId, lastId(query), rowsFor(query)],
  )
  const cards = await ctx.use(content).cards(
    'comment',
    rows.map(({ said_id }) => said_id),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  const sources = await presentSources(
    ctx,
    rows.map((row) => row.sources),
  )
  const ofRow = new Map(rows.map((row, i) => [row.id, sources[i]!]))
  return page(rows, { query, key: (row) => [row.id] }, ({ said_id, text, sources: _, ...row }) => {
    const card = byId.get(said_id)
    return { ...row, text: card ? text : '', sources: card ? ofRow.get(row.id)! : [], title: card?.title ?? '', path: card?.path ?? null }
  })
}
