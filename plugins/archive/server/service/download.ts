/** The download of an archive: one zip that is streamed while its parts are read, or one part of it. */
import { Readable } from 'node:stream'
import { AtriumError, notFound } from '@atrium/sdk'
import { ARCHIVE_FORMAT } from '@atrium/sdk/archive'
import { type Ctx, raw } from '@atrium/sdk/server'
import { ZipFile } from 'yazl'
import { ExportTable, PartTable } from '../entities.ts'
import { filesOf, type Scope } from './exports.ts'

const LINK_MS = 10 * 60_000
const README = `# Archive of a community

Made by Atrium.

- manifest.json names the community, every table with its rows and parts, and how many files there are.
- tables/<schema>.<table>.<part>.jsonl.gz holds one row a line as a JSON object; keys are columns, moments are ISO 8601, ids are those of the community.
  Tables that others refer to come first in the manifest.
- files/<id> are the bytes of a row of kernel.file; files/<id>.<variant> those of smaller pictures and parts made of it.
- Where a text holds "file-id:<mark>:<id>" or "/files/<mark>:<id>/…" (mark: see the manifest), the row of kernel.file with that id is meant.
- Passwords, sessions, tokens, second factors, mails, the audit log, invitations and links are not in it.

Put it into an empty installation: npm run import-community -- --from this-file.zip (or the folder with its parts)
`

async function opened(ctx: Ctx, { memberId }: Scope, id: number) {
  const found = await ctx.em.findOne(ExportTable, { id, memberId, status: 'ready' })
  if (!found) throw notFound('Archive')
  return { found, parts: await ctx.em.find(PartTable, { exportId: id }, { orderBy: { id: 'asc' } }) }
}
type Opened = Awaited<ReturnType<typeof opened>>

function manifestOf(ctx: Ctx, { found, parts }: Opened) {
  const rows = parts.filter(({ kind }) => kind === 'rows')
  const tables = [...Map.groupBy(rows, ({ tableName }) => tableName!)].map(([name, own]) => ({
    name,
    rows: own.reduce((sum, part) => sum + part.rows, 0),
    parts: own.map((part) => part.name),
  }))
  const files = parts.filter(({ kind }) => kind === 'files')
  const { id, name, locale } = ctx.community
  return {
    format: ARCHIVE_FORMAT,
    community: { id, name, locale },
    member_id: found.memberId ?? null,
    made_at: (found.createdAt as Date).toISOString(),
    mark: found.mark,
    tables,
    files: { count: found.filesCount, bytes: files.reduce((sum, part) => sum + Number(part.byteSize), 0) },
  }
}

const stored = { compress: false, mtime: new Date(0) }
/** Files that were deleted since the archive was made are left out. */
async function addFiles(ctx: Ctx, zip: ZipFile, memberId: number | null, first: number, last: number) {
  for (let from = first; from <= last; ) {
    const found = await filesOf(ctx, memberId, from, last, 500)
    for (const { id, variants } of found)
      for (const variant of [undefined, ...variants])
        zip.addReadStreamLazy(`files/${id}${variant === undefined ? '' : `.${variant}`}`, stored, (give) =>
          ctx.files.read(id, variant).then(
            (bytes) => give(null, bytes as Readable),
            (error) => (error instanceof AtriumError && error.status === 404 ? give(null, Readable.from([])) : give(error, null as never)),
          ),
        )
    if (found.length < 500) return
    from = found.at(-1)!.id + 1
  }
}

function answer(filename: string, body: NodeJS.ReadableStream, type = 'application/zip') {
  return raw({
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    body,
  })
}
const named = (ctx: Ctx, { found }: Opened) => `${found.memberId ? 'my-data' : ctx.community.slug}-${(found.createdAt as Date).toISOString().slice(0, 10)}`

export async function whole(ctx: Ctx, scope: Scope, id: number) {
  const open = await opened(ctx, scope, id)
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(README), 'README.md')
  zip.addBuffer(Buffer.from(JSON.stringify(manifestOf(ctx, open), null, 1)), 'manifest.json')
  for (const { kind, name, fileId } of open.parts)
    if (kind === 'rows')
      zip.addReadStreamLazy(name, stored, (give) =>
        ctx.files.read(fileId!).then(
          (bytes) => give(null, bytes as Readable),
          (error) => give(error, null as never),
        ),
      )
  for (const { kind, firstId, lastId } of open.parts) if (kind === 'files') await addFiles(ctx, zip, scope.memberId, firstId!, lastId!)
  zip.end()
  return answer(`${named(ctx, open)}.zip`, zip.outputStream)
}

export async function part(ctx: Ctx, scope: Scope, id: number, partId: number) {
  const open = await opened(ctx, scope, id)
  const found = open.parts.find((one) => one.id === partId)
  if (!found) throw notFound('Archive')
  const zip = new ZipFile()
  if (found === open.parts[0]) {
    zip.addBuffer(Buffer.from(README), 'README.md')
    zip.addBuffer(Buffer.from(JSON.stringify(manifestOf(ctx, open), null, 1)), 'manifest.json')
  }
  if (found.kind === 'rows') zip.addReadStream((await ctx.files.read(found.fileId!)) as Readable, found.name, stored)
  else await addFiles(ctx, zip, scope.memberId, found.firstId!, found.lastId!)
  zip.end()
  return answer(
    `${named(ctx, open)}-${found.name
      .split('/')
      .at(-1)!
      .replace(/(\.jsonl\.gz|\.zip)$/, '')}.zip`,
    zip.outputStream,
  )
}

/** An address that opens an archive to whoever has just proven themselves. */
export async function link(ctx: Ctx, id: number, partId: number | undefined): Promise<{ url: string }> {
  await opened(ctx, { memberId: null }, id)
  const key = ctx.seal(JSON.stringify({ id, by: ctx.me().id, until: ctx.now().getTime() + LINK_MS }))
  await ctx.audit('community.export_fetched', `export:${id}`, partId === undefined ? {} : { part: partId })
  return { url: `/internal_api/community_exports/${id}/${partId === undefined ? 'download' : `parts/${partId}`}?key=${encodeURIComponent(key)}` }
}
/** @throws AtriumError 404; 403 for a link that is another’s, or too old */
export async function demandLink(ctx: Ctx, id: number, key: string): Promise<void> {
  await opened(ctx, { memberId: null }, id)
  try {
    const said = JSON.parse(ctx.unseal(key))
    if (said.id === id && said.by === ctx.me().id && said.until > ctx.now().getTime()) return
  } catch {}
  throw new AtriumError(403, 'link_expired', 'This link is no longer valid. Request a new one.')
}
