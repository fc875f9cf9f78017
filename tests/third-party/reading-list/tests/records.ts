/** Records of the reading list: it takes on the post that the target's space has. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from 'atrium/plugins/spaces/records'
import type { PostsMade } from 'atrium/plugins/posts/records'
import contract from '../contract.ts'

export default defineRecords(contract, {
  async fill({ app, side, post, space }: Target & SpacesMade & PostsMade) {
    await app.settle()
    const { records } = await app.as(side.admin).call(contract.routes.list)
    return { item: records.find(({ path }) => path === `/c/${space.slug}/${post.slug}`)! }
  },
  inputs: {
    remove: { input: ({ item }) => ({ params: { id: item.id } }), uses: true },
  },
})
