/** Posts and galleries. */
import { notFound } from '@atrium/sdk'
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import postsPlugin, { type PostReply } from '../../../posts/contract.ts'
import { type PostInput, posts as routes } from '../../contract/posts.ts'
import { ok, serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { authorOf, pathOf, postById, toImagePosts, toPosts, wholePosts } from '../service/posts.ts'
import { fromRichText } from '../service/richText.ts'

const { routes: to } = postsPlugin
const SORTS = {
  oldest: 'oldest',
  latest: 'latest',
  alphabetical: 'alphabetical',
  likes: 'likes',
  latest_updated: 'new_activity',
  oldest_updated: 'oldest',
} as const

const show = async (ctx: Ctx, id: number) => (await toPosts(ctx, [await postById(ctx, id)]))[0]!
/** A moment of publishing counts for what is scheduled alone. */
function inputOf({ tiptap_body, published_at, ...post }: PostInput) {
  return {
    ...post,
    ...(tiptap_body ? { tiptap_body: fromRichText(tiptap_body) } : {}),
    ...(published_at && post.status === 'scheduled' ? { scheduled_at: published_at } : {}),
  }
}
async function remove(ctx: Ctx, id: number) {
  const post = await postById(ctx, id)
  await ctx.call(to.destroy, { params: pathOf(post) })
  return ok('Post deleted.')
}
/** @throws AtriumError 404 `image_post_not_found` for what is none, or lies in another space */
async function imagePost(ctx: Ctx, { space_id, id }: { space_id: number; id: number }): Promise<PostReply> {
  const post = await unlessRefused(postById(ctx, id), null, 404)
  if (post?.space_id !== space_id || post.post_type !== 'image') throw notFound('Post', 'image_post_not_found')
  return post
}

export const posts = serve(routes, {
  posts(ctx, { query: { page, per_page, space_id, status, search_text, sort } }) {
    const asked = { page, per_page }
    const whole = async (records: { id: number }[]) => toPosts(ctx, await wholePosts(ctx, records))
    if (space_id && status !== 'all')
      return pageOf(ctx, to.list, { params: { spaceId: space_id }, query: { status, search_text, sort: SORTS[sort] } }, asked, whole)
    return pageOf(ctx, to.mine, { query: { all_authors: true, status, space_id, search_text } }, asked, whole)
  },
  async createPost(ctx, { body: { space_id, user_email, user_id, created_at: _, ...input } }) {
    const author_id = await authorOf(ctx, { user_email, user_id })
    const { id } = await ctx.call(to.create, { params: { spaceId: space_id }, body: { post: { ...inputOf(input), author_id } } })
    return { message: 'Post created.', post: await show(ctx, id) }
  },
  post: (ctx, { params }) => show(ctx, params.id),
  async updatePost(ctx, { params, body }) {
    await ctx.call(to.update, { params: pathOf(await postById(ctx, params.id)), body: { post: inputOf(body) } })
    return { ...ok('Post updated.'), post: await show(ctx, params.id) }
  },
  deletePost: (ctx, { params }) => remove(ctx, params.id),
  async postSummary(ctx, { params }) {
    const { summary } = await ctx.call(to.summary, { params: { postId: params.post_id } })
    return { overview: null, content: summary }
  },

  imagePosts: (ctx, { params, query: { page, per_page } }) =>
    pageOf(ctx, to.list, { params: { spaceId: params.space_id }, query: { post_type: 'image' } }, { page, per_page }, async (records) =>
      toImagePosts(ctx, await wholePosts(ctx, records)),
    ),
  async createImagePost(ctx, { params, body: { user_email, user_id, gallery_attributes, name = '', ...input } }) {
    const author_id = await authorOf(ctx, { user_email, user_id })
    const gallery = {
      ...gallery_attributes,
      images_attributes: gallery_attributes.images_attributes.map(({ width: _, height: __, ...image }) => image),
    }
    const { id } = await ctx.call(to.create, {
      params: { spaceId: params.space_id },
      body: { post: { ...inputOf(input), name, slug: input.slug, post_type: 'image', gallery_attributes: gallery, author_id } },
    })
    return { message: 'Image post created.', post: (await toImagePosts(ctx, [await postById(ctx, id)]))[0]! }
  },
  imagePost: async (ctx, { params }) => (await toImagePosts(ctx, [await imagePost(ctx, params)]))[0]!,
  async deleteImagePost(ctx, { params }) {
    await imagePost(ctx, params)
    return remove(ctx, params.id)
  },
  async duplicateImagePost(ctx, { params }) {
    const post = await imagePost(ctx, params)
    const { id } = await ctx.call(to.duplicate, { params: pathOf(post) })
    return { message: 'Image post duplicated.', post: (await toImagePosts(ctx, [await postById(ctx, id)]))[0]! }
  },
})
