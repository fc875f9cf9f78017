/** Work that may wait: a deleted record's comments leave the search index one by one, and those who are mentioned hear of it. */
import { id } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'
import { z } from 'zod'

export const unindex = job('unindex', z.object({ commentIds: z.array(id) }))
export const tellMentioned = job('tell-mentioned', z.object({ kind: z.string(), id, byMemberId: id, memberIds: z.array(id) }))
