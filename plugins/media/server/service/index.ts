/** The cache of cards: asked for by members, filled by a job, emptied with age. */
import { createHash } from 'node:crypto'
import { AtriumError } from '@atrium/sdk'
import { type Ctx, isRefusal, unlessRefused } from '@atrium/sdk/server'
import type { Embed } from '../../contract.ts'
import { EmbedTable, type Tables } from '../entities.ts'
import { preview } from '../jobs.ts'
import { lookAt, picture } from '../providers/preview.ts'
import { type EmbedRow, embedRead } from '../reads.ts'

const hashOf = (url: string) => createHash('sha256').update(url).digest('base64url')

function present(ctx: Ctx, row: EmbedRow | undefined): Embed {
  if (!row) return { status: 'unknown', title: null, description: null, site_name: null, image_url: null }
  const { status, title, description, site_name, file_id, filename } = row
  return { status, title, description, site_name, image_url: file_id && filename ? ctx.files.url({ id: file_id, filename }, 'medium') : null }
}
export async function findEmbed(ctx: Ctx, url: string): Promise<Embed> {
  const [row] = await ctx.read(embedRead, [hashOf(url)])
  return present(ctx, row)
}

/** Has a page looked at, unless that happened lately: what failed is tried again after a day, what is known after a week. */
export async function askEmbed(ctx: Ctx, url: string): Promise<Embed> {
  const hash = hashOf(url)
  const [asked] = await ctx.sql<{ id: number }>(
    `insert into media.embed as e (community_id, hash, url) values ($1, $2, $3)
     on conflict (community_id, hash) do update set asked_at = now(), updated_at = now()
       where e.asked_at < now() - case e.status when 'ready' then interval '7 days' when 'failed' then interval '1 day' else interval '10 minutes' end
     returning id`,
    [hash, url],
  )
  if (asked) await ctx.enqueue(preview, { id: asked.id, url }, { key: `embed:${asked.id}` })
  return findEmbed(ctx, url)
}

/** The job: no transaction is open while others answer. */
export async function fillEmbed(ctx: Ctx, id: number, url: string): Promise<void> {
  try {
    const { title, description, siteName, image } = await lookAt(ctx, url)
    const fileId = image && title ? await keepPicture(ctx, id, image) : null
    const found = { status: title ? ('ready' as const) : ('failed' as const), title, description, siteName, updatedAt: ctx.now() }
    await ctx.em.nativeUpdate(EmbedTable, { id }, fileId === null ? found : { ...found, fileId })
  } catch (error) {
    // our own limit of calls was reached: the job tries again later
    if (!(error instanceof AtriumError) || error.status === 429 || error.status === 500) throw error
    await ctx.em.nativeUpdate(EmbedTable, { id }, { status: 'failed', updatedAt: ctx.now() })
  }
}
/** Drawn anew and kept here, so that its host never learns who reads. */
async function keepPicture(ctx: Ctx, id: number, url: string): Promise<number | null> {
  const data = await picture(ctx, url)
  if (!data) return null
  try {
    const file = await ctx.files.put({ filename: `preview-${id}.webp`, data })
    if (file.width === null) {
      await ctx.files.remove(file.id)
      return null
    }
    await ctx.files.keep(file.id, `embed:${id}`)
    return file.id
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** Deletes cards, with their pictures, that nobody has asked for in this many days. */
const KEPT_DAYS = 90
export async function forgetEmbeds(ctx: Ctx): Promise<void> {
  const rows = await ctx.em
    .getKysely<Tables>()
    .deleteFrom('media.embed')
    .where('community_id', '=', ctx.community.id)
    .where('asked_at', '<', new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000))
    .returning('file_id')
    .execute()
  for (const { file_id } of rows) if (file_id) await unlessRefused(ctx.files.remove(file_id), undefined)
}
