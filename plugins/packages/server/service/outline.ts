/** A Common Cartridge as sections and lessons of a course: pages become text, links stay links, all of it drafts. */
import { gunzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { conflict, cut } from '@atrium/sdk'
import { type Ctx, hold, textOfHtml } from '@atrium/sdk/server'
import courses from '../../../courses/contract.ts'
import { PackageTable, PartTable } from '../entities.ts'
import type { PackageRecord } from './packages.ts'

const MOST_TEXT = 50_000
async function textOf(ctx: Ctx, packageId: number, path: string): Promise<string> {
  const part = await ctx.em.findOne(PartTable, { packageId, path })
  if (part?.contentType !== 'text/html') return ''
  return cut(textOfHtml(gunzipSync(await buffer(await ctx.files.read(part.fileId))).toString('utf8'), ['head', 'script', 'style']), MOST_TEXT)
}

/** Once: the package has no outline any more afterwards. @throws AtriumError 409 `no_outline` */
export async function addOutline(ctx: Ctx, { id }: PackageRecord): Promise<{ sections: number; lessons: number }> {
  const record = await hold(ctx, PackageTable, id, 'Package')
  if (record.status !== 'ready' || record.outline.length === 0) throw conflict('This package has no outline, or it was already added.', 'no_outline')
  let lessons = 0
  for (const { title, lessons: inside } of record.outline) {
    const section = await ctx.use(courses).addSection(record.courseId, { name: title })
    for (const { title: name, href, link } of inside) {
      const doc = link ?? (href ? await textOf(ctx, id, href) : '')
      await ctx.use(courses).addLesson(record.courseId, section.id, { name, kind: 'text', status: 'draft', doc: doc || name })
      lessons += 1
    }
  }
  const sections = record.outline.length
  record.outline = []
  await ctx.em.flush()
  return { sections, lessons }
}
