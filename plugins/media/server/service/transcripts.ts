/** What is said in a video or sound, in one or more languages: read by all who may see the file, written by its uploader and those who manage files. */
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { AtriumError, conflict, type RouteParsed } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import media, { type Cue, type Transcript } from '../../contract.ts'
import { mayEdit, own, reach } from './access.ts'
import { transcribe } from '../jobs.ts'
import { speech } from '../providers/ffmpeg.ts'
import { type ReachedFile, type TranscriptRow, transcriptRead } from '../reads.ts'
import { withSource } from './transcodings.ts'
import { inOrder, parseVtt, toVtt, vttUrl } from './vtt.ts'

type New = RouteParsed<typeof media.routes.createTranscript>['body']
type Changes = RouteParsed<typeof media.routes.updateTranscript>['body']

const nameOf = (ctx: Ctx, language: string) => new Intl.DisplayNames([ctx.locale], { type: 'language' }).of(language) ?? language
const present = (ctx: Ctx, row: TranscriptRow, file: ReachedFile, src?: string): Transcript => ({
  ...row,
  filename: file.filename,
  vtt_url: vttUrl(row.id, src),
  can_edit: mayEdit(ctx, file),
  updated_at: row.updated_at.toISOString(),
})
const notThere = () => new AtriumError(404, 'not_found', 'This transcript does not exist, or is not there any more.')

/** The row, and the file that says who may see it. @throws AtriumError 404 */
async function find(ctx: Ctx, id: number, src?: string): Promise<{ row: TranscriptRow; file: ReachedFile }> {
  const [row] = await ctx.read(transcriptRead, [id])
  if (!row) throw notThere()
  const file = await reach(ctx, row.file_id, src).catch((error) => {
    throw error.status === 404 ? notThere() : error
  })
  return { row, file }
}
export async function show(ctx: Ctx, id: number, src?: string): Promise<Transcript> {
  const { row, file } = await find(ctx, id, src)
  return present(ctx, row, file, src)
}
export async function asVtt(ctx: Ctx, id: number, src?: string): Promise<{ text: string; filename: string }> {
  const { row, file } = await find(ctx, id, src)
  return { text: toVtt(row.cues), filename: `${file.filename.replace(/\.\w{1,10}$/, '')}.${row.language}.vtt` }
}

/** @throws AtriumError 404, 409 for a second one in a language, 422 without captions, or `transcriber_unavailable` */
export async function create(ctx: Ctx, { file_id, language, label, cues, vtt, automatic }: New): Promise<Transcript> {
  const file = await own(ctx, file_id)
  if (automatic && !ctx.fill(media.points.transcriber).length)
    throw new AtriumError(422, 'transcriber_unavailable', 'Automatic transcripts are not available here: no plugin brings a transcriber.')
  const origin = automatic ? 'automatic' : vtt === undefined ? 'typed' : 'uploaded'
  const [row] = await ctx.sql<TranscriptRow>(
    `insert into media.transcript (community_id, file_id, language, label, origin, cues) values ($1, $2, $3, $4, $5, $6)
     on conflict (community_id, file_id, language) do nothing returning *`,
    [file_id, language, label ?? nameOf(ctx, language), origin, JSON.stringify(vtt === undefined ? inOrder(cues ?? []) : parseVtt(vtt))],
  )
  if (!row) throw conflict('There are captions in this language already.')
  if (automatic) await ctx.enqueue(transcribe, { id: row.id })
  return present(ctx, row, file)
}
export async function update(ctx: Ctx, id: number, { cues, vtt, language, label }: Changes): Promise<Transcript> {
  const { row: old, file } = await find(ctx, id)
  await own(ctx, file.id)
  const next = vtt === undefined ? (cues ? inOrder(cues) : null) : parseVtt(vtt)
  const taken = language && language !== old.language
  if (taken && (await ctx.sql('select 1 from media.transcript where community_id = $1 and file_id = $2 and language = $3', [file.id, language])).length)
    throw conflict('There are captions in this language already.')
  const [row] = await ctx.sql<TranscriptRow>(
    `update media.transcript set cues = coalesce($3::jsonb, cues), language = coalesce($4, language), label = coalesce($5, label),
       origin = case when $6 then 'uploaded' when $3 is null then origin else 'typed' end, updated_at = now()
     where community_id = $1 and id = $2 returning *`,
    [id, next && JSON.stringify(next), language ?? null, label ?? null, vtt !== undefined],
  )
  if (!row) throw notThere()
  return present(ctx, row, file)
}
export async function remove(ctx: Ctx, id: number): Promise<void> {
  const { file } = await find(ctx, id)
  await own(ctx, file.id)
  await ctx.sql('delete from media.transcript where community_id = $1 and id = $2', [id])
}

/** The job behind an automatic one; what somebody has typed meanwhile stays. */
export async function runTranscribe(ctx: Ctx, id: number): Promise<void> {
  const [row] = await ctx.read(transcriptRead, [id])
  const [filling] = ctx.fill(media.points.transcriber)
  if (!row || !filling) return
  await withSource(ctx, row.file_id, async (work) => {
    const audio = createReadStream(path.join(work.folder, await speech(work)))
    const cues: Cue[] = await filling.value.transcribe(ctx, audio, row.language)
    await ctx.sql(`update media.transcript set cues = $3, updated_at = now() where community_id = $1 and id = $2 and origin = 'automatic' and cues = '[]'`, [
      id,
      JSON.stringify(inOrder(cues)),
    ])
  })
}
