/** What tests of all that stands in spaces begin with: a space in a group of its own, with people in it. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import spaces from '../contract.ts'

/** @param fields of the space */
export async function makeSpace(app: TestApp, admin: TestMember, members: TestMember[], fields: object = {}) {
  const word = Math.random().toString(36).slice(2, 8)
  const { id } = await app.as(admin).call(spaces.routes.createGroup, { body: { name: `Group ${word}` } })
  const { space } = await app.as(admin).call(spaces.routes.create, { body: { name: `Space ${word}`, space_group_id: id, ...fields } })
  const ids = members.map(({ id }) => id)
  if (ids.length > 0) await app.run(null, (ctx) => ctx.use(spaces).addMembers(space.id, ids))
  return space
}

/** Is somebody in a space? */
export const isInside = (app: TestApp, spaceId: number, memberId: number): Promise<boolean> =>
  app.outside(null, async (ctx) => (await (await ctx.actAs(memberId)).use(spaces).joinedAt(spaceId)) !== null)
