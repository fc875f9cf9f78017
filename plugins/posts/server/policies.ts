/** Who may do what with a post. The space decides who sees it; authors and those who manage posts change it. */
import { forbidden, notFound } from '@atrium/sdk'
import { type Ctx, definePolicy } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces, { type Access } from '../../spaces/contract.ts'

export interface PostSubject {
  space_id: number
  author_member_id: number
  status: string
  deleted_at: Date | null
}

const access = (ctx: Ctx) => ctx.use(spaces).access()
const own = (ctx: Ctx, post: PostSubject) => ctx.member?.id === post.author_member_id
/** Of a page of posts it is said of each, so the reader's access is given. */
export const managesIn = (_ctx: Ctx, { can, canModerate }: Access, spaceId: number): boolean => can('posts.manage', spaceId) || canModerate(spaceId)
const manages = async (ctx: Ctx, post: PostSubject) => managesIn(ctx, await access(ctx), post.space_id)

const visible = async (ctx: Ctx, post: PostSubject) => {
  if (!(await access(ctx)).canView(post.space_id)) return false
  // between two members of whom one has blocked the other, posts are absent, as profiles are
  if ((await ctx.use(content).apart()).includes(post.author_member_id)) return manages(ctx, post)
  return (post.status === 'published' && post.deleted_at === null) || own(ctx, post) || manages(ctx, post)
}
const change = async (ctx: Ctx, post: PostSubject) => own(ctx, post) || manages(ctx, post)

/** May this member bring a post out in that space? Whoever manages posts may everywhere they see. */
export const mayPublish = async (ctx: Ctx, spaceId: number): Promise<boolean> => {
  const { can, canView, canPost } = await access(ctx)
  return canView(spaceId) && (can('posts.manage', spaceId) || (can('posts.create', spaceId) && canPost(spaceId)))
}

/** Only those who see a space hear of it; only those who may post there write. @throws AtriumError 404, 403 */
export async function needPosting(ctx: Ctx, spaceId: number): Promise<void> {
  const { canView, canPost } = await access(ctx)
  if (!canView(spaceId)) throw notFound('Space')
  if (!canPost(spaceId)) throw forbidden('You can’t post in this space.')
}

export const postPolicy = definePolicy<PostSubject>()({
  view: visible,
  update: change,
  destroy: change,
  manage: manages,
  duplicate: manages,
  report: async (ctx, post) => !own(ctx, post),
})
