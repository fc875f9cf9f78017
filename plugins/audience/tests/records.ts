/** Records of the audience: a contact with tag and note, a segment, a bulk act. Who may manage people sees them all, whatever space they are in. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
const doc = (text: string) => ({ tiptap_body: { body: { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] } } })
const RULES = { rule_type: 'custom_filters' as const, match: 'all' as const, rules: [{ filter: 'name', operator: 'is_not_empty' }] }

const records = defineRecords(contract, {
  leaving: { goes: ['audience.person'], stays: ['audience.note', 'audience.segment', 'audience.bulk_task'] },
  cached: ['audience.count'],
  async fill({ app, side, kind, word, mark, guest }: Target) {
    const as = app.as(side.admin)
    // a public tag is everybody's to filter by, so only an open target's word may stand in one
    const is_public = kind === 'open'
    const tag = await as.call(routes.createTag, { body: { name: `${word} ${mark}`, is_public } })
    const spare = await as.call(routes.createTag, { body: { name: `${word} spare ${mark}`, is_public } })
    const contact = await as.call(routes.createContact, { body: { email: `${word}-${mark}@contact.example`, name: word, member_tag_ids: [tag.id] } })
    const { records: borne } = await as.call(routes.tagged, { query: { member_tag_ids: tag.id } })
    const gone = await as.call(routes.createContact, { body: { email: `${word}-gone-${mark}@contact.example`, name: word } })
    const note = await as.call(routes.createNote, { params: { sqid: contact.sqid }, body: doc(word) })
    const segment = await as.call(routes.createSegment, { body: { title: `${word} ${mark}`, rules: RULES } })
    const bulk = await as.call(routes.startBulk, { body: { action: 'tag', input: { tag_ids: [tag.id] }, people: { ids: [contact.id], kind: 'all' } } })
    await app.settle()
    await app.sql(
      `insert into audience.score (community_id, member_id, score, presence, participation, contribution, connection) values ($1, $2, 1, 1, 1, 1, 1) on conflict do nothing`,
      [side.communityId, guest.id],
    )
    const [person] = await app.sql<{ public_uid: string }>('select public_uid from kernel.member where id = $1', [guest.id])
    return {
      personUid: person!.public_uid,
      memberTag: tag,
      spareTag: spare,
      contact,
      goneContact: gone,
      note,
      segment,
      audienceBulk: bulk,
      tagged: borne[0]!.id,
    }
  },
  inputs: {
    list: { input: ({ word }) => ({ query: { search_text: word } }), foreign: [200], wide: true },
    count: { input: ({ word }) => ({ query: { search_text: word } }), foreign: [200], wide: true },
    acts: { input: () => ({}), foreign: [200], wide: true },
    exportPeople: { input: ({ contact }) => ({ body: { ids: [contact.id] } }), foreign: [200], wide: true },
    peopleCsv: { input: ({ contact }) => ({ query: { ids: String(contact.id) } }), foreign: [200], wide: true },
    bulks: { input: () => ({}), foreign: [200], wide: true },
    startBulk: {
      input: ({ contact, memberTag }) => ({ body: { action: 'tag', input: { tag_ids: [memberTag.id] }, people: { ids: [contact.id] } } }),
      foreign: [422],
      wide: true,
    },
    bulk: { input: ({ audienceBulk }) => ({ params: { id: audienceBulk.id } }), wide: true },
    cancelBulk: { input: ({ audienceBulk }) => ({ params: { id: audienceBulk.id } }), wide: true },
    undoBulk: { input: ({ audienceBulk }) => ({ params: { id: audienceBulk.id } }), own: [200, 409], wide: true },
    contact: { input: ({ contact }) => ({ params: { sqid: contact.sqid } }), wide: true },
    createContact: {
      input: ({ mark, memberTag }) => ({ body: { email: `new-${mark}@contact.example`, member_tag_ids: [memberTag.id] } }),
      foreign: [201, 409],
      own: [201, 409],
    },
    updateContact: { input: ({ contact }) => ({ params: { sqid: contact.sqid }, body: { subscribed: false } }), wide: true },
    destroyContact: { input: ({ goneContact }) => ({ params: { sqid: goneContact.sqid } }), uses: true, wide: true },
    contactTags: { input: ({ contact, memberTag }) => ({ params: { sqid: contact.sqid }, body: { member_tag_ids: [memberTag.id] } }), wide: true },
    notes: { input: ({ contact }) => ({ params: { sqid: contact.sqid } }), wide: true },
    createNote: { input: ({ contact }) => ({ params: { sqid: contact.sqid }, body: doc('A note') }), wide: true },
    updateNote: { input: ({ note }) => ({ params: { id: note.id }, body: doc('Another') }), wide: true },
    destroyNote: { input: ({ note }) => ({ params: { id: note.id } }), uses: true, wide: true },
    segments: { input: ({ word }) => ({ query: { title: word } }), foreign: [200], wide: true },
    createSegment: { body: { title: 'Everybody', rules: { rule_type: 'all_contacts' } } },
    segment: { input: ({ segment }) => ({ params: { id: segment.id } }), wide: true },
    updateSegment: { input: ({ segment }) => ({ params: { id: segment.id }, body: { visible: false } }), wide: true },
    destroySegment: { input: ({ segment }) => ({ params: { id: segment.id } }), uses: true, wide: true },
    duplicateSegment: { input: ({ segment }) => ({ params: { id: segment.id }, body: { title: 'Another' } }), wide: true },
    tags: { input: ({ word }) => ({ query: { name: word } }), foreign: [200], wide: true },
    createTag: { input: ({ mark }) => ({ body: { name: `Another ${mark} ${Math.random()}` } }), foreign: 'any' },
    tag: { input: ({ memberTag }) => ({ params: { id: memberTag.id } }), wide: true },
    updateTag: { input: ({ memberTag }) => ({ params: { id: memberTag.id }, body: { is_public: false } }), wide: true },
    destroyTag: { input: ({ spareTag }) => ({ params: { id: spareTag.id } }), uses: true, wide: true },
    tagged: { input: ({ memberTag }) => ({ query: { member_tag_ids: memberTag.id } }), foreign: [200], wide: true },
    tagMember: { input: ({ memberTag, side }) => ({ body: { community_member_id: side.member.id, member_tag_id: memberTag.id } }), wide: true },
    untagMember: { input: ({ memberTag, side }) => ({ query: { community_member_id: side.member.id, member_tag_id: memberTag.id } }), wide: true },
    taggedMember: { input: ({ tagged }) => ({ params: { id: tagged } }), wide: true },
    search: { input: ({ word }) => ({ query: { query: word } }), foreign: [200], wide: true },
    activityLogs: { input: () => ({}), foreign: [200], wide: true },
    changes: { input: () => ({}), foreign: [200], wide: true },
    undoChange: { input: () => ({ params: { id: 1 } }), own: [404, 409], wide: true },
    timeline: { input: ({ contact }) => ({ params: { sqid: contact.sqid } }), wide: true },
    exportLogs: { input: () => ({ body: { action: 'contact' } }), foreign: [200], wide: true },
    logsCsv: { input: () => ({ query: { action: 'contact' } }), foreign: [200], wide: true },
    scores: { input: () => ({}), foreign: [200], wide: true },
  },
  screens: {
    '/settings/member_tags/:id/edit': ({ memberTag }) => `/settings/member_tags/${memberTag.id}/edit`,
    '/admin/audience/:sqid': ({ contact }) => `/admin/audience/${contact.sqid}`,
    '/admin/audience/:sqid/info': ({ contact }) => `/admin/audience/${contact.sqid}/info`,
    '/admin/audience/:sqid/timeline': ({ contact }) => `/admin/audience/${contact.sqid}/timeline`,
    '/admin/audience/:sqid/access': ({ contact }) => `/admin/audience/${contact.sqid}/access`,
    '/admin/audience/:sqid/billing': ({ contact }) => `/admin/audience/${contact.sqid}/billing`,
    '/admin/audience/:sqid/activity_logs': ({ contact }) => `/admin/audience/${contact.sqid}/activity_logs`,
    '/admin/contacts/:id': ({ contact }) => `/admin/contacts/${contact.id}`,
    '/admin/contacts/:id/info': ({ contact }) => `/admin/contacts/${contact.id}/info`,
    '/admin/contacts/:id/timeline': ({ contact }) => `/admin/contacts/${contact.id}/timeline`,
    '/admin/contacts/:id/access': ({ contact }) => `/admin/contacts/${contact.id}/access`,
    '/admin/contacts/:id/billing': ({ contact }) => `/admin/contacts/${contact.id}/billing`,
    '/admin/contacts/:id/activity_logs': ({ contact }) => `/admin/contacts/${contact.id}/activity_logs`,
    '/admin/members/:memberPublicId': ({ personUid }) => `/admin/members/${personUid}`,
    '/admin/members/:memberPublicId/info': ({ personUid }) => `/admin/members/${personUid}/info`,
    '/admin/members/:memberPublicId/timeline': ({ personUid }) => `/admin/members/${personUid}/timeline`,
    '/admin/members/:memberPublicId/access': ({ personUid }) => `/admin/members/${personUid}/access`,
    '/admin/members/:memberPublicId/billing': ({ personUid }) => `/admin/members/${personUid}/billing`,
    '/admin/members/:memberPublicId/activity_logs': ({ personUid }) => `/admin/members/${personUid}/activity_logs`,
  },
})
export default records
export type AudienceMade = MadeBy<typeof records>
