/** Broadcasts and templates as admins see them. */
import { notFound, Sentence } from '@atrium/sdk'
import { type Ctx, lastId, page, type Paging, rowsFor, type RowOf, containing, sql, type SqlBool } from '@atrium/sdk/server'
import type { Broadcast, BroadcastRow, Template } from '../../contract.ts'
import type { BroadcastTable, Tables, TemplateTable } from '../entities.ts'
import { figuresOf } from './figures.ts'
import { showBlocks } from './letters.ts'

type Row = RowOf<typeof BroadcastTable>
const authors = (ctx: Ctx, rows: { author_member_id: number | null }[]) => ctx.members.byIds(rows.flatMap(({ author_member_id }) => author_member_id ?? []))
type Authors = Awaited<ReturnType<typeof authors>>
function authorIn(known: Authors, id: number | null) {
  const author = id === null ? undefined : known.get(id)
  return author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null
}

async function presentRows(ctx: Ctx, rows: Row[]): Promise<BroadcastRow[]> {
  const [known, figures] = await Promise.all([authors(ctx, rows), figuresOf(ctx, rows)])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    subject: row.subject,
    status: row.status,
    audience: row.audience,
    scheduled_at: row.scheduled_at as never,
    is_local_time: row.is_local_time,
    time_zone: row.time_zone,
    sent_at: row.sent_at as never,
    finished_at: row.finished_at as never,
    author: authorIn(known, row.author_member_id),
    figures: figures.get(row.id)!,
    tested_at: row.tested_at as never,
    created_at: row.created_at as never,
    updated_at: row.updated_at as never,
  }))
}
const all = (ctx: Ctx) => ctx.em.getKysely<Tables>().selectFrom('email.broadcast').selectAll().where('community_id', '=', ctx.community.id)

/** @param kind of audience: `people` for emails to chosen people alone */
export async function listBroadcasts(ctx: Ctx, query: Paging & { status?: Row['status']; search_text?: string }, kind?: Row['audience']['kind']) {
  const last = lastId(query)
  const rows = await all(ctx)
    .$if(query.status !== undefined, (some) => some.where('status', '=', query.status!))
    .$if(Boolean(query.search_text), (some) =>
      some.where((is) => is.or([is('name', 'ilike', containing(query.search_text!)), is('subject', 'ilike', containing(query.search_text!))])),
    )
    .$if(kind !== undefined, (some) => some.where(sql<SqlBool>`audience ->> 'kind' = ${kind}`))
    .$if(last !== null, (some) => some.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await presentRows(ctx, envelope.records) }
}
/** @throws AtriumError 404 */
export async function showBroadcast(ctx: Ctx, id: number): Promise<Broadcast> {
  const row = await all(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Email')
  const [head] = await presentRows(ctx, [row])
  const people = await ctx.members.byIds(head!.audience.member_ids)
  return {
    ...head!,
    preheader: row.preheader,
    from_name: row.from_name,
    reply_to: row.reply_to,
    blocks: await showBlocks(ctx, row.blocks),
    theme_id: row.theme_id,
    experiment: row.experiment,
    people: [...people.values()].map(({ id: memberId, name, avatarUrl }) => ({ id: memberId, name, avatar_url: avatarUrl })),
    trouble: row.trouble && ctx.say(new Sentence(row.trouble.text, row.trouble.values ?? {})),
    version: row.version,
  }
}

const templates = (ctx: Ctx) => ctx.em.getKysely<Tables>().selectFrom('email.template').selectAll().where('community_id', '=', ctx.community.id)
async function presentTemplates(ctx: Ctx, rows: RowOf<typeof TemplateTable>[]): Promise<Template[]> {
  const known = await authors(ctx, rows)
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      subject: row.subject,
      preheader: row.preheader,
      blocks: await showBlocks(ctx, row.blocks),
      theme_id: row.theme_id,
      author: authorIn(known, row.author_member_id),
      created_at: row.created_at as never,
      updated_at: row.updated_at as never,
    })),
  )
}
export async function listTemplates(ctx: Ctx, query: Paging) {
  const last = lastId(query)
  const rows = await templates(ctx)
    .$if(last !== null, (some) => some.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await presentTemplates(ctx, envelope.records) }
}
/** @throws AtriumError 404 */
export async function showTemplate(ctx: Ctx, id: number): Promise<Template> {
  const row = await templates(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Template')
  return (await presentTemplates(ctx, [row]))[0]!
}
