/** Tables of media as the ORM knows them; the migrations are their truth in SQL. */
import { p, table, type TablesOf } from '@atrium/sdk/server'
import type { Cue, Playback, Transcript } from '../contract.ts'

export const EmbedTable = table('media.embed', {
  hash: p.text(),
  url: p.text(),
  status: p.text().$type<'pending' | 'ready' | 'failed'>().default('pending'),
  title: p.text().nullable(),
  description: p.text().nullable(),
  siteName: p.text().nullable(),
  fileId: p.bigint('number').nullable(),
  askedAt: p.datetime(),
})
export const TranscodingTable = table('media.transcoding', {
  fileId: p.bigint('number'),
  kind: p.text().$type<'video' | 'audio'>(),
  status: p.text().$type<Exclude<Playback['status'], 'none'>>().default('pending'),
  progress: p.integer().default(0),
  reason: p.text().$type<NonNullable<Playback['reason']>>().nullable(),
  duration: p.double().$type<number>().nullable(),
  width: p.integer().nullable(),
  height: p.integer().nullable(),
  parts: p.array(),
  peaks: p.array(Number, String).nullable(),
})
export const TranscriptTable = table('media.transcript', {
  fileId: p.bigint('number'),
  language: p.text(),
  label: p.text(),
  origin: p.text().$type<Transcript['origin']>(),
  cues: p.json<Cue[]>(),
})
export const ViewerTable = table(
  'media.viewer',
  {
    fileId: p.bigint('number'),
    memberId: p.bigint('number'),
    position: p.double().$type<number>().default(0),
    session: p.uuid(),
    counted: p.double().$type<number>().default(0),
    completedAt: p.datetime().nullable(),
    seenOn: p.date(),
  },
  { own: ['file_id', 'position', 'counted', 'completed_at', 'seen_on'] },
)
export const DayTable = table('media.day', {
  day: p.date(),
  fileId: p.bigint('number'),
  views: p.integer().default(0),
  viewers: p.integer().default(0),
  watched: p.double().$type<number>().default(0),
  completions: p.integer().default(0),
})
export const entities = [EmbedTable, TranscodingTable, TranscriptTable, ViewerTable, DayTable]
/** For typed SQL: `ctx.em.getKysely<Tables>()`. */
export type Tables = TablesOf<typeof EmbedTable | typeof TranscodingTable | typeof TranscriptTable | typeof ViewerTable | typeof DayTable>
