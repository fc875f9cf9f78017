/** Who may do what with a course. The space decides who sees it; whoever runs the space or builds courses changes it. */
import { type Ctx, definePolicy } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'

const access = (ctx: Ctx) => ctx.use(spaces).access()

export const editsIn = async (ctx: Ctx, courseId: number): Promise<boolean> => {
  if (!ctx.member) return false
  const { can, canModerate } = await access(ctx)
  return can('courses.manage', courseId) || canModerate(courseId)
}

/** Who knows what it holds by names, and what of it is free; a course that stands in no directory tells that to its members alone. */
export const outsidePolicy = definePolicy<{ id: number; inDirectory: boolean }>()({
  view: async (ctx, { id, inDirectory }) => {
    const { canView, isListed } = await access(ctx)
    return canView(id) || (inDirectory && isListed(id))
  },
})
export const coursePolicy = definePolicy<{ id: number }>()({
  view: async (ctx, { id }) => (await access(ctx)).canView(id),
  update: (ctx, { id }) => editsIn(ctx, id),
})
