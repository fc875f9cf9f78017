/** Records of posts: one with text, picture and sound, an earlier wording of it, a deleted one, a topic. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { ContentMade } from '../../content/tests/records.ts'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'
import { paragraph } from './kit.ts'

const { routes } = contract
const withAttachments = (text: string, ...nodes: { type: string; attrs: object }[]) => {
  const { type, content } = paragraph(text)
  return { body: { type, content: [...content, ...nodes] } }
}
interface Slugged {
  space: { id: number }
  post: { slug: string }
}
const at = ({ space, post }: Slugged) => ({ params: { spaceId: space.id, postSlug: post.slug } })
const screen =
  (end: string) =>
  ({ space, post }: { space: { slug: string }; post: { slug: string } }) =>
    `/c/${space.slug}/${post.slug}${end}`

const records = defineRecords(contract, {
  leaving: { stays: ['posts.bulk', 'posts.post', 'posts.revision', 'posts.topic'] },
  cached: ['posts.topics'],
  async fill({ app, side, word, mark, file, sound, space, contents }: Target & SpacesMade & ContentMade) {
    const as = app.as(side.admin)
    const topic = await as.call(routes.createTopic, { body: { name: `Topic ${mark}` } })
    const image = { type: 'image', attrs: { signed_id: file.signedId, alt: word } }
    const recording = { type: 'file', attrs: { signed_id: sound.signedId } }
    const write = (name: string) =>
      as.call(routes.create, {
        params: { spaceId: space.id },
        body: {
          post: { name, slug: `p-${mark}`, tiptap_body: withAttachments(word, image, recording), cover_image: file.signedId, topics: [topic.id] },
        },
      })
    const post = await write(`${word} post`)
    const gone = await write(`${word} gone`)
    await as.call(routes.destroy, at({ space, post: gone }))
    await as.call(routes.update, { ...at({ space, post }), body: { post: { name: `${word} post, edited` } } })
    const revisions = await as.call(routes.revisions, at({ space, post }))
    const bulk = await as.call(routes.startBulk, { body: { action: 'topics', ids: [post.id], topics: [topic.id] } })
    contents.push({ kind: 'post', id: post.id })
    return { post, gone, topic, revision: { id: revisions.records[0]!.id }, bulk: { id: bulk.id } }
  },
  inputs: {
    details: { input: ({ post, gone, space }) => ({ query: { post_ids: `${post.id},${gone.id}`, space_id: space.id } }), foreign: [200] },
    mine: { input: ({ space }) => ({ query: { space_id: space.id, all_authors: true } }), foreign: [200] },
    list: ({ space }) => ({ params: { spaceId: space.id } }),
    byMember: { input: ({ side }) => ({ params: { id: side.admin.id } }), foreign: [200, 404] },
    create: ({ space, file, topic }) => ({
      params: { spaceId: space.id },
      body: {
        post: { name: 'Mine', tiptap_body: withAttachments('x', { type: 'image', attrs: { signed_id: file.signedId } }), topics: [topic.id] },
      },
    }),
    show: at,
    beside: at,
    update: (target) => ({ ...at(target), body: { post: { name: 'Changed', space_id: target.space.id, cover_image: target.file.signedId } } }),
    destroy: { input: at, uses: true },
    restore: { input: ({ space, gone }) => at({ space, post: gone }), uses: true },
    pin: at,
    unpin: at,
    duplicate: at,
    featuredAreas: at,
    hideInFeaturedAreas: at,
    showInFeaturedAreas: at,
    revisions: at,
    knowledgeBase: (target) => ({ ...at(target), body: { is_in_knowledge_base: true } }),
    // nothing writes summaries here
    summary: { input: ({ post }) => ({ params: { postId: post.id } }), own: [404] },
    conversationSummary: { input: ({ post }) => ({ params: { postId: post.id } }), own: [404] },
    revision: ({ space, post, revision }) => ({ params: { spaceId: space.id, postSlug: post.slug, id: revision.id } }),
    restoreRevision: ({ space, post, revision }) => ({ params: { spaceId: space.id, postSlug: post.slug, id: revision.id } }),
    startBulk: { input: ({ post, topic }) => ({ body: { action: 'topics', ids: [post.id], topics: [topic.id] } }), foreign: [404, 422] },
    bulk: ({ bulk }) => ({ params: { id: bulk.id } }),
    cancelBulk: ({ bulk }) => ({ params: { id: bulk.id } }),
    createTopic: { input: () => ({ body: { name: `Topic ${Math.random()}` } }), foreign: 'any' },
    showTopic: { input: ({ topic }) => ({ params: { id: topic.id } }), shared: true },
    updateTopic: { input: ({ topic }) => ({ params: { id: topic.id }, body: { name: 'Changed' } }), shared: true },
    destroyTopic: { input: ({ topic }) => ({ params: { id: topic.id } }), uses: true, wide: true, shared: true },
  },
  screens: {
    '/c/:space/new': ({ space }) => `/c/${space.slug}/new`,
    post: screen(''),
    '/c/:space/:slug/edit': screen('/edit'),
    '/c/:space/:slug/new_duplicate': screen('/new_duplicate'),
    '/c/:space/:slug/pin': screen('/pin'),
    '/posts/:id': ({ post }) => `/posts/${post.id}`,
    '/spaces/:id/posts': ({ space }) => `/spaces/${space.id}/posts`,
  },
  isInside: ({ kind, record_id }, { post, gone }) => kind === 'post' && (record_id === post.id || record_id === gone.id),
})
export default records
export type PostsMade = MadeBy<typeof records>
