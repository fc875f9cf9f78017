/** Who is in a space or a space group, in the published shape. */
import type { Ctx } from '@atrium/sdk/server'
import { peopleOf } from './people.ts'

interface Inside {
  community_member_id: number
  community_member: { headline: string | null }
}
/** With addresses, and headlines that are never null. */
export async function toMemberships<M extends Inside>(ctx: Ctx, records: M[]) {
  const people = await peopleOf(
    ctx,
    records.map(({ community_member_id }) => community_member_id),
  )
  return records.map((one) => ({
    ...one,
    community_member: {
      ...(one.community_member as M['community_member']),
      headline: one.community_member.headline ?? '',
      email: people.get(one.community_member_id)?.email ?? '',
    },
  }))
}
