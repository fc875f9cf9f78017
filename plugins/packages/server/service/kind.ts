/** A package as a kind of lesson. */
import type { Ctx } from '@atrium/sdk/server'
import courses, { type LessonKind } from '../../../courses/contract.ts'
import { PackageTable } from '../entities.ts'
import { copyPackage, KIND, present, removePackages } from './packages.ts'

export const lessonKind: LessonKind = {
  key: KIND,
  icon: 'package',
  completes: 'kind',
  async read(ctx: Ctx, lessonIds) {
    const records = await ctx.em.find(PackageTable, { lessonId: { $in: lessonIds } })
    return new Map(records.map((record) => [record.lessonId, present(ctx, record, false)]))
  },
  async empty(ctx, lessonIds) {
    const records = await ctx.em.find(PackageTable, { lessonId: { $in: lessonIds } }, { fields: ['lessonId'] })
    return lessonIds.filter((id) => records.every(({ lessonId }) => lessonId !== id))
  },
  remove: removePackages,
  async copy(ctx, from, to) {
    const card = (await ctx.use(courses).cards([to])).get(to)
    if (card) await copyPackage(ctx, from, card)
  },
}
