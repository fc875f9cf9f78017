/** What several tests of posts begin with: a text, a space with people in it, a post. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import spaces from '../../spaces/contract.ts'
import posts from '../contract.ts'

export const paragraph = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

/** @param fields of the space */
export async function makeSpace(app: TestApp, admin: TestMember, members: TestMember[], fields: object = {}) {
  const { body: group } = await app.as(admin).send('POST', '/internal_api/space_groups', { name: `G ${Math.random()}` })
  const { space } = await app
    .as(admin)
    .call(spaces.routes.create, { body: { name: `S ${Math.random().toString(36).slice(2, 8)}`, space_group_id: group.id, ...fields } })
  const ids = members.map(({ id }) => id)
  await app.run(null, (ctx) => ctx.use(spaces).addMembers(space.id, ids))
  return space
}

/** @param post what is other than in any post */
export const writePost = (app: TestApp, who: TestMember, spaceId: number, post: object = {}) =>
  app.as(who).call(posts.routes.create, { params: { spaceId }, body: { post: { name: 'A bowl', tiptap_body: { body: paragraph('Thrown today.') }, ...post } } })
