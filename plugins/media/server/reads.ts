/** The card of a link by its unique key, what files take, and the list of files, newest first, whose words and kinds are skewed filters, so that it is not prepared by name. */
import { type Ctx, statement } from '@atrium/sdk/server'

export interface FileRow {
  id: number
  filename: string
  content_type: string
  byte_size: number
  used_by: string | null
  created_at: Date
  member_id: number | null
  member_name: string | null
  has_thumb: boolean
}

/** `before` is the id of the last row of the page before. */
export const listFiles = (ctx: Ctx, input: { text: string | null; kind: string | null; before: number | null; limit: number }) =>
  ctx.sql<FileRow>(
    `select f.id, f.filename, f.content_type, f.byte_size, f.used_by, f.created_at, m.id as member_id, m.name as member_name, 'thumb' = any(f.variants) as has_thumb
     from kernel.file f left join kernel.member m on m.id = f.member_id
     where f.community_id = $1 and f.status = 'ready' and ($2::text is null or f.filename ilike '%' || $2 || '%')
       and ($3::text is null or split_part(f.content_type, '/', 1) = $3 or ($3 = 'other' and split_part(f.content_type, '/', 1) not in ('image', 'video', 'audio')))
       and ($4::bigint is null or f.id < $4) order by f.id desc limit $5`,
    [input.text?.replace(/[\\%_]/g, '\\$&') ?? null, input.kind, input.before, input.limit],
  )

/** All rows of file_community of one community: seldom asked, by admins and where there is a quota. */
export const usedBytes = statement<{ bytes: number }>(
  'media.used_bytes',
  `select coalesce(sum(byte_size), 0)::float8 as bytes from kernel.file where community_id = $1 and status <> 'failed'`,
)
export const usedByKind = statement<{ kind: string; bytes: number; files: number }>(
  'media.used_by_kind',
  `select case when split_part(content_type, '/', 1) in ('image', 'video', 'audio') then split_part(content_type, '/', 1) else 'other' end as kind,
     sum(byte_size)::float8 as bytes, count(*)::int as files from kernel.file where community_id = $1 and status = 'ready' group by 1`,
)

export interface EmbedRow {
  status: 'pending' | 'ready' | 'failed'
  title: string | null
  description: string | null
  site_name: string | null
  file_id: number | null
  filename: string | null
}
/** Plan: one row by (community_id, hash), one by the file's key. */
export const embedRead = statement<EmbedRow>(
  'media_embed',
  `select e.status, e.title, e.description, e.site_name, e.file_id, f.filename
   from media.embed e left join kernel.file f on f.community_id = e.community_id and f.id = e.file_id
   where e.community_id = $1 and e.hash = $2`,
)
