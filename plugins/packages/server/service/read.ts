/** Reads an uploaded archive into files that can be served: in steps, each begun where the one before ended, so that a restart loses none. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AtriumError, sentence, Sentence } from '@atrium/sdk'
import { type Ctx, hold, type InferEntity, isRefusal, unlessRefused } from '@atrium/sdk/server'
import packages from '../../contract.ts'
import { PackageTable, PartTable } from '../entities.ts'
import { type Archive, bytesOf, manifestIn, openArchive } from './archive.ts'
import { readManifest, webLinkOf } from './manifest.ts'
import { isMedia, typeOf } from './types.ts'

const pack = promisify(gzip)
/** Of one step. */
const STEP_MS = 4_000
const MOST_OF_MANIFEST = 4 * 2 ** 20
/** Of a file that holds one address. */
const MOST_OF_LINK = 64 * 2 ** 10
/** Hours without a step after which no try is left: eight take less than one. */
const GIVEN_UP_HOURS = 2
const UNREAD = 'This package couldn’t be read. Upload it again.'
type Package = InferEntity<typeof PackageTable>

async function withArchive<T>(ctx: Ctx, fileId: number, work: (archive: Archive) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'atrium-package-'))
  try {
    const file = path.join(folder, 'package.zip')
    await pipeline(Readable.from(await ctx.files.read(fileId)), createWriteStream(file))
    const archive = await openArchive(file)
    try {
      return await work(archive)
    } finally {
      archive.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function linkIn(archive: Archive, name: string): Promise<string | null> {
  const file = archive.files.get(name)!
  return file.uncompressedSize > MOST_OF_LINK ? null : webLinkOf((await bytesOf(archive, file)).toString('utf8'))
}
/** What the manifest says, on the row. */
async function begin(archive: Archive, record: Package): Promise<void> {
  const found = manifestIn(archive)
  if (!found) throw new AtriumError(422, 'invalid_package', 'This archive has no imsmanifest.xml, so it isn’t a learning package.')
  const entry = archive.files.get(found.name)!
  if (entry.uncompressedSize > MOST_OF_MANIFEST) throw new AtriumError(422, 'invalid_package', 'The package manifest can’t be read.')
  const manifest = readManifest((await bytesOf(archive, entry)).toString('utf8'), found.root, (file) => archive.files.has(file))
  const links = new Map<string, string | null>()
  for (const lesson of manifest.outline.flatMap(({ lessons }) => lessons)) {
    const { href } = lesson
    if (!href?.toLowerCase().endsWith('.xml')) continue
    if (!links.has(href)) links.set(href, await linkIn(archive, href))
    Object.assign(lesson, { link: links.get(href), href: null })
  }
  Object.assign(record, {
    kind: manifest.kind,
    title: manifest.title,
    items: manifest.items,
    outline: manifest.outline,
    filesCount: archive.files.size,
    byteSize: archive.bytes,
  })
}

/** One step. Answers whether others are left. */
export async function readStep(ctx: Ctx, packageId: number, fileId: number): Promise<boolean> {
  const record = await unlessRefused(hold(ctx, PackageTable, packageId, 'Package'), null)
  // replaced, or read by another run
  if (!record || record.fileId !== fileId || record.status !== 'reading') return false
  try {
    const left = await withArchive(ctx, fileId, async (archive) => {
      if (record.kind === null || record.kind === undefined) await begin(archive, record)
      return store(ctx, archive, record)
    })
    if (!left) record.status = 'ready'
    await ctx.em.flush()
    if (!left) tellRead(ctx, record)
    return left
  } catch (error) {
    if (!isRefusal(error, 422)) throw error
    const { said } = error
    Object.assign(record, { status: 'failed', problem: said instanceof Sentence ? JSON.stringify([said.template, said.values]) : said })
    await ctx.em.flush()
    tellRead(ctx, record)
    return false
  }
}
/** What no try has read to its end has failed: whoever put it there is told, and learners do not wait. */
export async function failStale(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - GIVEN_UP_HOURS * 3_600_000)
  const given = await ctx.sql<{ id: number; lessonId: number; courseId: number; memberId: number | null }>(
    `update packages.package set status = 'failed', problem = $3, updated_at = $4 where community_id = $1 and status = 'reading' and updated_at < $2
     returning id, lesson_id as "lessonId", course_id as "courseId", member_id as "memberId"`,
    [before, UNREAD, ctx.now()],
  )
  for (const record of given) tellRead(ctx, record)
}
/** In the reader's language. */
export function problemIn(ctx: Ctx, problem: string): string | null {
  if (!problem) return null
  if (!problem.startsWith('[')) return ctx.say(problem)
  const [template, values] = JSON.parse(problem) as [string, Record<string, number>]
  return ctx.say(sentence(template, values as never))
}

const tellRead = (ctx: Ctx, { id, lessonId, courseId, memberId }: Pick<Package, 'id' | 'lessonId' | 'courseId' | 'memberId'>) =>
  ctx.emit(packages.events['package.read'], { packageId: id, lessonId, courseId, memberId: memberId ?? null })

async function store(ctx: Ctx, archive: Archive, record: Package): Promise<boolean> {
  const done = new Set((await ctx.em.find(PartTable, { packageId: record.id }, { fields: ['path'] })).map((part) => part.path))
  const until = performance.now() + STEP_MS
  for (const [name, entry] of archive.files) {
    if (done.has(name)) continue
    if (performance.now() > until) return true
    const bytes = await bytesOf(archive, entry)
    const contentType = typeOf(name)
    const isPacked = !isMedia(contentType)
    // the bytes stay what they are: what is packed is drawn anew by nobody
    const file = await ctx.files.put({
      filename: isPacked ? 'part.gz' : path.posix.basename(name),
      data: isPacked ? await pack(bytes) : bytes.length ? bytes : Buffer.from([0]),
    })
    await ctx.files.keep(file.id, `packages.package:${record.id}`)
    ctx.em.create(PartTable, { packageId: record.id, path: name, fileId: file.id, contentType, byteSize: bytes.length, isPacked })
    record.filesDone += 1
  }
  await ctx.em.flush()
  return false
}
