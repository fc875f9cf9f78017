/** The audience for other plugins. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { AudienceService, TagInput } from '../../contract.ts'
import { addNote } from './contacts.ts'
import { knownPeople, peopleOf, removeContacts, restoreContacts, syncMembers, upsertContacts } from './people.ts'
import { countReachable, isSubscribed, reachable, setSubscribed, stillReachable } from './reach.ts'
import { createTag, tagPeople, untagPeople } from './tags.ts'
import { createSegment, memberIdsOf, segmentList } from './segments.ts'

const NEW_TAG: Omit<TagInput, 'name'> = {
  color: '#dee1e5',
  text_color: '#1c1e21',
  emoji: null,
  display_format: 'label',
  display_locations: {},
  is_public: true,
  is_background_enabled: true,
  segment_id: null,
}
/** Rows of these members; whoever has just come gets theirs now. */
async function rowsOf(ctx: Ctx, memberIds: number[]): Promise<number[]> {
  const known = await peopleOf(ctx, memberIds)
  const missing = memberIds.filter((id) => !known.has(id))
  if (missing.length === 0) return [...known.values()]
  await syncMembers(ctx, missing)
  return [...(await peopleOf(ctx, memberIds)).values()]
}

export const createAudienceService = (ctx: Ctx): AudienceService => ({
  async tag(memberIds, tagIds) {
    await tagPeople(ctx, await rowsOf(ctx, memberIds), tagIds)
  },
  async untag(memberIds, tagIds) {
    await untagPeople(ctx, [...(await peopleOf(ctx, memberIds)).values()], tagIds)
  },
  upsertContacts: (rows) => upsertContacts(ctx, rows),
  removeContacts: (source, sourceId, personIds) => removeContacts(ctx, source, sourceId, personIds),
  known: (emails) => knownPeople(ctx, emails),
  restoreContacts: (rows) => restoreContacts(ctx, rows),
  async untagPeople(personIds, tagIds) {
    await untagPeople(ctx, personIds, tagIds)
  },
  memberIdsOf: (segmentId, after, limit) => memberIdsOf(ctx, segmentId, after, limit),
  tags: () => ctx.sql<{ id: number; name: string }>('select id, name from audience.tag where community_id = $1 order by lower(name)'),
  async ensureTag(name, fields) {
    const [known] = await ctx.sql<{ id: number }>('select id from audience.tag where community_id = $1 and lower(name) = lower($2)', [name])
    return known?.id ?? createTag(ctx, { ...NEW_TAG, ...fields, name })
  },
  async ensureSegment(title, rules) {
    const [known] = await ctx.sql<{ id: number }>('select id from audience.segment where community_id = $1 and title = $2', [title])
    return known?.id ?? createSegment(ctx, { title, rules, visible: true })
  },
  async note(memberId, doc) {
    const [personId] = await rowsOf(ctx, [memberId])
    if (personId === undefined) throw notFound('Person', 'contact_not_found')
    await addNote(ctx, personId, doc)
  },
  segments: () => segmentList(ctx),
  reachable: (ask, after, limit) => reachable(ctx, ask, after, limit),
  countReachable: (ask) => countReachable(ctx, ask),
  stillReachable: (personIds) => stillReachable(ctx, personIds),
  setSubscribed: (who, subscribed) => setSubscribed(ctx, who, subscribed),
  isSubscribed: (who) => isSubscribed(ctx, who),
})
