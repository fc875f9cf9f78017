/** Tables of media as the ORM knows them; the migrations are their truth in SQL. */
import { p, table } from '@atrium/sdk/server'

export const EmbedTable = table('media.embed', {
  hash: p.text(),
  url: p.text(),
  status: p.text().default('pending'),
  title: p.text().nullable(),
  description: p.text().nullable(),
  siteName: p.text().nullable(),
  fileId: p.bigint('number').nullable(),
  askedAt: p.datetime(),
})
export const TranscodingTable = table('media.transcoding', {
  fileId: p.bigint('number'),
  kind: p.text(),
  status: p.text().default('pending'),
  progress: p.integer().default(0),
  reason: p.text().nullable(),
  duration: p.double().nullable(),
  width: p.integer().nullable(),
  height: p.integer().nullable(),
  parts: p.array(),
  peaks: p.array().nullable(),
})
export const TranscriptTable = table('media.transcript', {
  fileId: p.bigint('number'),
  language: p.text(),
  label: p.text(),
  origin: p.text(),
  cues: p.json(),
})
export const ViewerTable = table('media.viewer', {
  fileId: p.bigint('number'),
  memberId: p.bigint('number'),
  position: p.double().default(0),
  session: p.uuid(),
  counted: p.double().default(0),
  completedAt: p.datetime().nullable(),
  seenOn: p.date(),
})
export const DayTable = table('media.day', {
  day: p.date(),
  fileId: p.bigint('number'),
  views: p.integer().default(0),
  viewers: p.integer().default(0),
  watched: p.double().default(0),
  completions: p.integer().default(0),
})
export const entities = [EmbedTable, TranscodingTable, TranscriptTable, ViewerTable, DayTable]
