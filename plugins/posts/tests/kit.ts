/** What several tests of posts begin with: a text, a post, a change to it. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import posts from '../contract.ts'

export const paragraph = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

/** @param post what is other than in any post */
export const writePost = (app: TestApp, who: TestMember, spaceId: number, post: object = {}) =>
  app.as(who).call(posts.routes.create, { params: { spaceId }, body: { post: { name: 'A bowl', tiptap_body: { body: paragraph('Thrown today.') }, ...post } } })

interface Placed {
  space_id: number
  slug: string
}
export const at = (post: Placed) => ({ params: { spaceId: post.space_id, postSlug: post.slug } })
export const changePost = (app: TestApp, who: TestMember, post: Placed, fields: object) =>
  app.as(who).call(posts.routes.update, { ...at(post), body: { post: fields } })
