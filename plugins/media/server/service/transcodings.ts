/** Makes videos and sounds ready for every browser: asked for when they are uploaded, done by a job, one at a time in each process. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { conflict, invalid } from '@atrium/sdk'
import { type Ctx, type InferEntity, isRefusal, readLater } from '@atrium/sdk/server'
import media, { type Playback } from '../../contract.ts'
import { mayEdit, own } from './access.ts'
import { TranscodingTable } from '../entities.ts'
import { transcode } from '../jobs.ts'
import { type Made, make, probe } from '../providers/ffmpeg.ts'
import { MediaProblem, missingTools, type RunOptions } from '../providers/tools.ts'
import { captionsRead, positionRead, type ReachedFile, transcodingRead } from '../reads.ts'
import { vttUrl } from './vtt.ts'

const FOLDER = 'atrium-media-'
const UNDER_WAY: { $in: ('pending' | 'processing')[] } = { $in: ['pending', 'processing'] }
/** A job that finds the process busy comes back after so long. */
const BUSY_MS = 3_000
const TELL_EVERY_MS = 1_000
/** So much and five times the length of the recording, at most two hours. */
const LIMIT_MS = 10 * 60_000
const LONGEST_MS = 2 * 3_600_000
/** A transcoding without progress for so long was interrupted, as by a process that was killed. */
const SILENT_MINUTES = 10

export const kindOf = (contentType: string): 'video' | 'audio' | null => (/^(video|audio)\//.exec(contentType)?.[1] as 'video' | 'audio') ?? null

/** @throws AtriumError 422 `no_media` */
function mediaKind(file: { content_type: string }): 'video' | 'audio' {
  const kind = kindOf(file.content_type)
  if (kind) return kind
  throw invalid({ file_id: ['This file isn’t a video or audio file.'] }, 'This file isn’t a video or audio file.', 'no_media')
}

/** All that a player of this file needs, for somebody who may see it. */
export async function playback(ctx: Ctx, file: ReachedFile, src?: string): Promise<Playback> {
  const kind = mediaKind(file)
  const [row] = await ctx.read(transcodingRead, [file.id])
  const captions = await ctx.read(captionsRead, [file.id])
  const [seen] = ctx.member ? await ctx.read(positionRead, [file.id, ctx.member.id]) : []
  // whether it is public decides over its addresses
  await ctx.files.byIds([file.id])
  const made = (name: string) => (row?.status === 'completed' && row.parts.includes(name) ? ctx.files.derivedUrl(file, name) : null)
  return {
    id: file.id,
    filename: file.filename,
    kind: row?.kind ?? kind,
    status: row?.status ?? 'none',
    progress: row?.progress ?? 0,
    reason: row?.reason ?? null,
    duration: row?.duration ?? null,
    width: row?.width ?? null,
    height: row?.height ?? null,
    url: ctx.files.url(file, 'original'),
    playlist_url: made('video.m3u8'),
    audio_url: made('audio.m4a'),
    poster_url: made('poster.jpg'),
    sprite_url: made('sprite.vtt'),
    peaks: row?.peaks ?? null,
    captions: captions.map((caption) => ({ ...caption, url: vttUrl(caption.id, src) })),
    position: seen?.position ?? 0,
    can_edit: mayEdit(ctx, file),
  }
}

/** Queues a new upload for transcoding, where the community's settings ask for it. */
export async function prepare(ctx: Ctx, file: { id: number; contentType: string }): Promise<void> {
  const kind = kindOf(file.contentType)
  if (kind && ctx.settings(media).prepare_media) await ask(ctx, file.id, kind)
}
/** @throws AtriumError 404, 422 `no_media`, 409 where it is ready or under way */
export async function start(ctx: Ctx, fileId: number): Promise<Playback> {
  const file = await own(ctx, fileId)
  if (!(await ask(ctx, fileId, mediaKind(file)))) throw conflict('This file is already processed or in progress.')
  return playback(ctx, file)
}
/** Starts a transcoding; a second call while one is under way changes nothing. */
async function ask(ctx: Ctx, fileId: number, kind: 'video' | 'audio'): Promise<boolean> {
  const missing = missingTools().length > 0
  const [asked] = await ctx.sql(
    `insert into media.transcoding as t (community_id, file_id, kind, status, reason) values ($1, $2, $3, $4, $5)
     on conflict (community_id, file_id) do update set status = excluded.status, reason = excluded.reason, progress = 0, updated_at = now()
       where t.status = 'failed' or (t.status <> 'completed' and t.updated_at < now() - make_interval(mins => ${SILENT_MINUTES}))
     returning id`,
    [fileId, kind, missing ? 'failed' : 'pending', missing ? 'tools_missing' : null],
  )
  if (asked && !missing) await ctx.enqueue(transcode, { fileId }, { key: `transcode:${fileId}`, priority: 10 })
  return Boolean(asked)
}
/** @throws AtriumError 404, 409 where nothing is under way */
export async function cancel(ctx: Ctx, fileId: number): Promise<Playback> {
  const file = await own(ctx, fileId)
  const stopped = { status: 'failed', reason: 'cancelled', updatedAt: ctx.now() } as const
  if (!(await ctx.em.nativeUpdate(TranscodingTable, { fileId, status: UNDER_WAY }, stopped))) throw conflict('This file isn’t being processed.')
  return playback(ctx, file)
}

let busy = false
/** The job: from the start each time, so that one that was cut off leaves nothing half made. */
export async function runTranscode(ctx: Ctx, fileId: number): Promise<void> {
  if (busy) return ctx.enqueue(transcode, { fileId }, { key: `transcode:${fileId}`, priority: 10, runAt: new Date(ctx.now().getTime() + BUSY_MS) })
  busy = true
  try {
    const begun = { status: 'processing', progress: 0, updatedAt: ctx.now() } as const
    if (await ctx.em.nativeUpdate(TranscodingTable, { fileId, status: UNDER_WAY }, begun)) await transcodeOne(ctx, fileId)
  } finally {
    busy = false
  }
}

async function transcodeOne(ctx: Ctx, fileId: number): Promise<void> {
  const set = (changes: Partial<InferEntity<typeof TranscodingTable>>) =>
    ctx.em.nativeUpdate(TranscodingTable, { fileId, status: 'processing' }, { ...changes, updatedAt: ctx.now() })
  try {
    await withSource(ctx, fileId, async (work) => {
      const stop = new AbortController()
      const source = await probe(work)
      const until = Math.min(work.until + 5_000 * (source.duration ?? 0), performance.now() + LONGEST_MS)
      let [told, telling] = [performance.now(), false]
      const onProgress = (percent: number) => {
        if (telling || performance.now() - told < TELL_EVERY_MS) return
        telling = true
        // no row: it was cancelled, or the file is gone
        void set({ progress: Math.floor(percent) })
          .then(
            (rows) => rows || stop.abort(),
            () => {},
          )
          .finally(() => {
            ;[told, telling] = [performance.now(), false]
          })
      }
      const made = await make(source, { ...work, until, signal: stop.signal, onProgress })
      await keep(ctx, fileId, work.folder, made)
      const { kind, duration, width, height, parts, peaks } = made
      await set({ status: 'completed', progress: 100, reason: null, kind, duration, width, height, parts, peaks })
    })
  } catch (error) {
    if (error instanceof MediaProblem) {
      ctx.log.warn({ file: fileId, reason: error.reason, detail: error.message }, 'a video or sound stays as it is')
      await set({ status: 'failed', reason: error.reason })
    } else if (!isRefusal(error, 404)) {
      await set({ status: 'pending', progress: 0 }).catch(() => {})
      throw error
    }
  }
}
const keep = (ctx: Ctx, fileId: number, folder: string, { parts }: Made) =>
  ctx.files.derive(
    fileId,
    parts.map((name) => ({ name, data: readLater(path.join(folder, name)) })),
  )

/** Lends a folder in which the file's bytes lie as `source`. */
export async function withSource(ctx: Ctx, fileId: number, use: (work: RunOptions) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), FOLDER))
  try {
    await pipeline(Readable.from(await ctx.files.read(fileId)), createWriteStream(path.join(folder, 'source')))
    await use({ folder, until: performance.now() + LIMIT_MS })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
/** Folders of a process that was killed. */
export async function clearLeftovers(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(FOLDER)) continue
    const folder = path.join(os.tmpdir(), name)
    const info = await stat(folder).catch(() => null)
    if (info && Date.now() - info.mtimeMs > LONGEST_MS) await rm(folder, { recursive: true, force: true })
  }
}
