/** What is said in a video or sound, in one or more languages: read by all who may see the file, written by its uploader and those who manage files. */
import path from 'node:path'
import { AtriumError, conflict, type RouteParsed } from '@atrium/sdk'
import { assign, type Ctx, hold, isUniqueViolation, rowOf, unlessRefused, readLater } from '@atrium/sdk/server'
import media, { type Cue, type Transcript } from '../../contract.ts'
import { mayEdit, own, reach } from './access.ts'
import { describe } from './finding.ts'
import { TranscriptTable } from '../entities.ts'
import { describeFile, transcribe } from '../jobs.ts'
import { speech } from '../providers/ffmpeg.ts'
import { type ReachedFile, transcodingRead, type TranscriptRow, transcriptRead } from '../reads.ts'
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
const notThere = () => new AtriumError(404, 'not_found', 'Transcript not found.')

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

/** @throws AtriumError 409 where a file has captions in this language */
const free = (save: () => Promise<void>) =>
  save().catch((error) => {
    throw isUniqueViolation(error) ? conflict('Captions in this language already exist.') : error
  })

/** @throws AtriumError 404, 409 for a second one in a language, 422 without captions, or `transcriber_unavailable` */
export async function create(ctx: Ctx, { file_id, language, label, cues, vtt, automatic }: New): Promise<Transcript> {
  const file = await own(ctx, file_id)
  if (automatic && !ctx.fill(media.points.transcriber).length)
    throw new AtriumError(422, 'transcriber_unavailable', 'Automatic transcripts aren’t available: no transcription plugin is installed.')
  const origin = automatic ? 'automatic' : vtt === undefined ? 'typed' : 'uploaded'
  const said = vtt === undefined ? inOrder(cues ?? []) : parseVtt(vtt)
  const made = ctx.em.create(TranscriptTable, { fileId: file_id, language, label: label ?? nameOf(ctx, language), origin, cues: said })
  await free(() => ctx.em.flush())
  await describe(ctx, file_id)
  if (automatic) await ctx.enqueue(transcribe, { id: made.id })
  return present(ctx, rowOf(TranscriptTable, made), file)
}
/** In the community's language, where a plugin does that. */
export async function writeDown(ctx: Ctx, fileId: number): Promise<void> {
  if (ctx.fill(media.points.transcriber).length) await create(ctx, { file_id: fileId, language: ctx.community.locale, automatic: true })
}
export async function update(ctx: Ctx, id: number, { cues, vtt, language, label }: Changes): Promise<Transcript> {
  const { file } = await find(ctx, id)
  await own(ctx, file.id)
  const next = vtt === undefined ? (cues ? inOrder(cues) : null) : parseVtt(vtt)
  const record = await unlessRefused(hold(ctx, TranscriptTable, id), null)
  if (!record) throw notThere()
  assign(TranscriptTable, record, { language, label, cues: next ?? undefined })
  if (next) record.origin = vtt === undefined ? 'typed' : 'uploaded'
  await free(() => ctx.em.flush())
  await describe(ctx, file.id)
  return present(ctx, rowOf(TranscriptTable, record), file)
}
export async function remove(ctx: Ctx, id: number): Promise<void> {
  const { file } = await find(ctx, id)
  await own(ctx, file.id)
  await ctx.em.nativeDelete(TranscriptTable, { id })
  await describe(ctx, file.id)
}

/** @throws AtriumError 403, 404, 422 `chapters_unavailable`; as the plugin that writes them */
export async function writeChapters(ctx: Ctx, id: number) {
  const [writer] = ctx.fill(media.points.chapters)
  if (!writer) throw new AtriumError(422, 'chapters_unavailable', 'AI chapters are turned off in this community.')
  const { row, file } = await find(ctx, id)
  await own(ctx, file.id)
  const [made] = await ctx.read(transcodingRead, [file.id])
  const duration = Math.floor(made?.duration ?? Math.max(0, ...row.cues.map(({ end }) => end)))
  return { chapters: await writer.value.chapters(ctx, { cues: row.cues, duration, memberId: file.member_id }) }
}

/** The job behind an automatic one; what somebody has typed meanwhile stays. */
export async function runTranscribe(ctx: Ctx, id: number): Promise<void> {
  const [row] = await ctx.read(transcriptRead, [id])
  const [filling] = ctx.fill(media.points.transcriber)
  if (!row || !filling) return
  await withSource(ctx, row.file_id, async (work) => {
    const audio = readLater(path.join(work.folder, await speech(work)))
    const cues: Cue[] = await filling.value.transcribe(ctx, audio, row.language)
    await ctx.em.nativeUpdate(TranscriptTable, { id, origin: 'automatic', cues: [] }, { cues: inOrder(cues), updatedAt: ctx.now() })
  })
  await ctx.enqueue(describeFile, { fileId: row.file_id })
}
