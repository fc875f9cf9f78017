/** Deleted posts among the recent changes, one by one and many at once, with the way back while there is one. */
import { authorize, type Ctx, hold, rowOf } from '@atrium/sdk/server'
import type { ChangeEntry, ChangeKind } from '../../../audience/contract.ts'
import { Post } from '../entities.ts'
import { postPolicy } from '../policies.ts'
import { startBulk } from './bulk.ts'
import { createPostsService } from './index.ts'
import { restorable } from './lists.ts'

const idOf = ({ subject }: ChangeEntry): number => Number(subject.split(':')[1])
const permission = 'posts.manage'
const bulks = () => '/settings/posts/bulk_actions'

const one: ChangeKind = {
  actions: ['post.deleted'],
  group: 'deletions',
  icon: 'trash-2',
  permission,
  async undoable(ctx, entries) {
    const { where, values } = await restorable(ctx, 3)
    const rows = await ctx.sql<{ id: number }>(`select p.id from posts.post p where p.community_id = $1 and p.id = any ($2::bigint[]) and ${where}`, [
      entries.map(idOf),
      ...values,
    ])
    const open = new Set(rows.map(({ id }) => id))
    return entries.filter((entry) => open.has(idOf(entry))).map(({ id }) => id)
  },
  async undo(ctx, entry) {
    const post = await hold(ctx, Post, idOf(entry), 'Post')
    await authorize(ctx, postPolicy, 'destroy', rowOf(Post, post), 'Post')
    await createPostsService(ctx).restore(post.id)
  },
}

/** The posts that these bulk actions deleted and that can be brought back. */
async function restorableOf(ctx: Ctx, bulkIds: number[]) {
  const { where, values } = await restorable(ctx, 3)
  return ctx.sql<{ id: number; bulk_id: number }>(
    `select p.id, i.bulk_id from posts.bulk_item i join posts.post p on p.community_id = $1 and p.id = i.post_id
     where i.community_id = $1 and i.bulk_id = any ($2::bigint[]) and i.status = 'done' and ${where}`,
    [bulkIds, ...values],
  )
}
const many: ChangeKind = {
  actions: ['posts.bulk_delete'],
  group: 'bulk',
  icon: 'trash-2',
  permission,
  to: bulks,
  async undoable(ctx, entries) {
    const open = new Set((await restorableOf(ctx, entries.map(idOf))).map(({ bulk_id }) => bulk_id))
    return entries.filter((entry) => open.has(idOf(entry))).map(({ id }) => id)
  },
  async undo(ctx, entry) {
    await startBulk(ctx, { action: 'restore', ids: (await restorableOf(ctx, [idOf(entry)])).map(({ id }) => id) })
  },
}

export const changes: ChangeKind[] = [
  one,
  many,
  { actions: ['post.restored'], group: 'deletions', icon: 'undo-2', permission },
  { actions: ['posts.bulk_restore'], group: 'bulk', icon: 'undo-2', permission, to: bulks },
]
