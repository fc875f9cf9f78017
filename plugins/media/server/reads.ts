/** The card of a link by its unique key, what files take, what players ask for, and the list of files, whose words and kinds are skewed filters, so that it is not prepared by name. */
import { columnsOf, containing, type Ctx, type FileCard, type RowOf, type SearchCard, statement } from '@atrium/sdk/server'
import { type DayTable, EmbedTable, TranscodingTable, TranscriptTable, type ViewerTable } from './entities.ts'

const FILE = ['id', 'filename', 'content_type', 'byte_size', 'derived_bytes', 'used_by', 'created_at', 'member_id'] as const
export type FileRow = Pick<FileCard, (typeof FILE)[number]> & {
  [Column in 'status' | 'progress' | 'reason']: RowOf<typeof TranscodingTable, Column>[Column] | null
} & {
  /** Of the record that uses it, where search knows it. */
  title: string | null
  path: string | null
  member_name: string | null
  has_thumb: boolean
  /** All its bytes, the key of the order by size. */
  bytes: number
}
export interface ListInput {
  text: string | null
  kind: string | null
  memberId: number | null
  used: boolean | null
  sort: 'newest' | 'largest'
  /** Of the last row of the page before: bytes and id by size, else the id alone. */
  after: number[] | null
  limit: number
}
const KIND = `case when split_part(f.content_type, '/', 1) in ('image', 'video', 'audio') then split_part(f.content_type, '/', 1) else 'other' end`
/** By size, an admin's question now and then, all rows of the community are sorted; newest first goes by file_community. */
export const listFiles = (ctx: Ctx, { text, kind, memberId, used, sort, after, limit }: ListInput) =>
  ctx.sql<FileRow>(
    `select ${FILE.map((column) => `f.${column}`).join(', ')}, m.name as member_name,
       'thumb' = any(f.variants) as has_thumb, replace(d.title, chr(31), '') as title, d.path, t.status, t.progress, t.reason, f.byte_size + f.derived_bytes as bytes
     from kernel.file_card f
     left join kernel.member_card m on m.id = f.member_id
     left join media.transcoding t on t.community_id = f.community_id and t.file_id = f.id
     left join kernel.search_card d on d.community_id = f.community_id
       and d.kind = split_part(regexp_replace(f.used_by, '^public:', ''), ':', 1) and d.record_id = substring(f.used_by from ':(\\d{1,15})$')::bigint
     where f.community_id = $1 and f.status = 'ready' and ($2::text is null or f.filename ilike $2)
       and ($3::text is null or ${KIND} = $3) and ($4::bigint is null or f.member_id = $4) and ($5::boolean is null or (f.used_by is not null) = $5)
       and ${sort === 'largest' ? '($6::bigint is null or (f.byte_size + f.derived_bytes, f.id) < ($6, $7::bigint))' : '($6::bigint is null or f.id < $6) and $7::bigint is null'}
     order by ${sort === 'largest' ? 'f.byte_size + f.derived_bytes desc, ' : ''}f.id desc limit $8`,
    [text === null ? null : containing(text), kind, memberId, used, after?.[0] ?? null, after?.[1] ?? null, limit],
  )

/** All rows of file_community of one community: seldom asked, by admins and where there is a quota. */
export const usedBytes = statement<{ bytes: number }>(
  'media.used_bytes',
  `select coalesce(sum(byte_size + derived_bytes), 0)::float8 as bytes from kernel.file_card where community_id = $1 and status <> 'failed'`,
)
export const usedByKind = statement<{ kind: string; bytes: number; files: number }>(
  'media.used_by_kind',
  `select case when split_part(content_type, '/', 1) in ('image', 'video', 'audio') then split_part(content_type, '/', 1) else 'other' end as kind,
     sum(byte_size + derived_bytes)::float8 as bytes, count(*)::int as files from kernel.file_card where community_id = $1 and status = 'ready' group by 1`,
)

const EMBED = ['status', 'title', 'description', 'site_name', 'file_id'] as const
export type EmbedRow = RowOf<typeof EmbedTable, (typeof EMBED)[number]> & { filename: string | null }
/** Plan: one row by (community_id, hash), one by the file's key. */
export const embedRead = statement<EmbedRow>(
  'media_embed',
  `select ${columnsOf(EmbedTable, EMBED, 'e')}, f.filename
   from media.embed e left join kernel.file_card f on f.community_id = e.community_id and f.id = e.file_id
   where e.community_id = $1 and e.hash = $2`,
)

export type ReachedFile = Pick<FileCard, 'id' | 'filename' | 'content_type' | 'member_id'>
/** Plan: one row by the file's key. */
export const fileRead = statement<ReachedFile>(
  'media.file',
  `select id, filename, content_type, member_id from kernel.file_card where community_id = $1 and id = $2 and status = 'ready'`,
)
const TRANSCODING = ['kind', 'status', 'progress', 'reason', 'duration', 'width', 'height', 'parts', 'peaks'] as const
export type TranscodingRow = RowOf<typeof TranscodingTable, (typeof TRANSCODING)[number]>
/** Plan: one row by (community_id, file_id). */
export const transcodingRead = statement<TranscodingRow>(
  'media.transcoding',
  `select ${columnsOf(TranscodingTable, TRANSCODING)} from media.transcoding where community_id = $1 and file_id = $2`,
)
/** Plan: the few rows of one file by (community_id, file_id, language). */
export const captionsRead = statement<RowOf<typeof TranscriptTable, 'id' | 'language' | 'label'>>(
  'media.captions',
  'select id, language, label from media.transcript where community_id = $1 and file_id = $2 order by language',
)
/** Plan: the documents of these files by their key. */
export const holdersRead = statement<Pick<SearchCard, 'record_id' | 'part_of'>>(
  'media.holders',
  `select record_id, part_of from kernel.search_card where community_id = $1 and kind = 'file' and record_id = any($2::bigint[])`,
)
/** Plan: walks (community_id, file_id, language) from $2 on. */
export const filesWithWords = statement<RowOf<typeof TranscriptTable, 'file_id'>>(
  'media.files_with_words',
  'select distinct file_id from media.transcript where community_id = $1 and file_id > $2 order by file_id limit $3',
)
/** Plan: the few rows of one file by (community_id, file_id, language). */
export const saidInFile = statement<{ text: string | null }>(
  'media.said',
  `select string_agg(c ->> 'text', ' ') as text from media.transcript t, jsonb_array_elements(t.cues) c where t.community_id = $1 and t.file_id = $2`,
)
/** Plan: one row by (community_id, file_id, member_id). */
export const positionRead = statement<RowOf<typeof ViewerTable, 'position'>>(
  'media.position',
  'select position from media.viewer where community_id = $1 and file_id = $2 and member_id = $3',
)
const TRANSCRIPT = ['id', 'file_id', 'language', 'label', 'origin', 'cues', 'updated_at'] as const
export type TranscriptRow = RowOf<typeof TranscriptTable, (typeof TRANSCRIPT)[number]>
/** Plan: one row by its key. */
export const transcriptRead = statement<TranscriptRow>(
  'media.transcript',
  `select ${columnsOf(TranscriptTable, TRANSCRIPT)} from media.transcript where community_id = $1 and id = $2`,
)

export type Watched = RowOf<typeof DayTable, 'views' | 'viewers' | 'watched' | 'completions'>
/** Plan: the rows of these days by (community_id, day, file_id). */
export const watchedByDay = statement<Watched & { date: string }>(
  'media.watched_by_day',
  `select day::text as date, sum(views)::int as views, sum(viewers)::int as viewers, sum(watched)::float8 as watched, sum(completions)::int as completions
   from media.day where community_id = $1 and day > $2::date group by day order by day`,
)
/** Different members cannot be summed from days: the rows of those who watched since then, by viewer_seen. */
export const viewersSince = statement<{ viewers: number }>(
  'media.viewers_since',
  'select count(distinct member_id)::int as viewers from media.viewer where community_id = $1 and seen_on > $2::date',
)
export const watchedByFile = statement<Watched & { id: number; filename: string; duration: number | null }>(
  'media.watched_by_file',
  `select f.id, f.filename, t.duration, d.views, coalesce(v.viewers, 0) as viewers, d.watched, d.completions
   from (select file_id, sum(views)::int as views, sum(watched)::float8 as watched, sum(completions)::int as completions
         from media.day where community_id = $1 and day > $2::date group by file_id order by sum(watched) desc, file_id limit 20) d
   join kernel.file_card f on f.community_id = $1 and f.id = d.file_id
   left join media.transcoding t on t.community_id = $1 and t.file_id = d.file_id
   left join (select file_id, count(*)::int as viewers from media.viewer where community_id = $1 and seen_on > $2::date group by file_id) v on v.file_id = d.file_id
   order by d.watched desc, f.id`,
)
