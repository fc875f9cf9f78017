/** Records of moderation: a member who was reported and silenced, and a case about something of the admin's own. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
type Made = { cases: { reported: number; own: number; silenced: number } }
const onCase = ({ cases }: Made) => ({ params: { id: cases.reported } })

export default defineRecords(contract, {
  wordless: true,
  leaving: { stays: ['moderation.case', 'moderation.report', 'moderation.sanction'] },
  cached: ['moderation.silenced'],
  // lies in no space, so its words are the community's
  async fill({ app, side: { admin, communityId, name: word } }: Target) {
    const person = await app.member('member', { community: { id: communityId } })
    await app.as(admin).call(routes.create, {
      body: { flagged_content: { content_type: 'member', content_id: person.id, reported_reason_type: 'spam', reported_reason_body: `${word} sells` } },
    })
    const [reported] = await app.sql<{ id: number }>('select id from moderation."case" where community_id = $1 and kind = $2 and record_id = $3', [
      communityId,
      'member',
      person.id,
    ])
    const [own] = await app.sql<{ id: number }>(
      `insert into moderation."case" (community_id, kind, record_id, member_id, status, reasons, excerpt, action, action_by, action_at, settled_at)
       values ($1, 'post', $3, $2, 'rejected', '{spam}', $4, 'warn', $2, now(), now()) returning id`,
      [communityId, admin.id, person.id, `${word} was said`],
    )
    await app.sql(
      `insert into moderation.sanction (community_id, member_id, kind, reason, ends_at) values ($1, $2, 'silence', $3, now() + interval '9 days')`,
      [communityId, person.id, `${word} was rude`],
    )
    await app.sql('insert into moderation.newcomer (community_id, member_id, passed) values ($1, $2, 1)', [communityId, person.id])
    await app.sql(`insert into moderation.spent_proof (community_id, nonce, expires_at) values ($1, $2, now() + interval '1 hour')`, [
      communityId,
      `${word} ${person.id}`,
    ])
    return { cases: { reported: reported!.id, own: own!.id, silenced: person.id } }
  },
  inputs: {
    list: { input: () => ({ query: { status: 'all' } }), foreign: [200], wide: true },
    export: { input: () => ({ query: { status: 'all' } }), foreign: [200], wide: true },
    create: ({ cases }) => ({ body: { flagged_content: { content_type: 'member', content_id: cases.silenced, reported_reason_type: 'spam' } } }),
    written: { input: ({ cases }) => ({ params: { id: cases.silenced } }), foreign: [200], wide: true },
    log: { input: () => ({}), foreign: [200], wide: true },
    figures: { input: () => ({}), foreign: [200], wide: true },
    // nobody gives hints here
    hint: { input: onCase, own: [422], foreign: [422], wide: true },
    show: { input: onCase, shared: true, wide: true },
    approve: { input: onCase, uses: true, shared: true, wide: true },
    reject: { input: onCase, own: [403], shared: true, wide: true },
    decide: { input: (target) => ({ ...onCase(target), body: { act: 'warn', reason: 'Mind your words' } }), uses: true, shared: true, wide: true },
    undo: { input: onCase, own: [409], shared: true, wide: true },
    restore: { input: onCase, own: [409], shared: true, wide: true },
    preview: { input: (target) => ({ ...onCase(target), query: { act: 'warn', reason: 'Mind your words' } }), shared: true, wide: true },
    // without posts there is nothing here that could be removed
    previewRemoval: {
      input: ({ post, cases }: Made & { post?: { id: number } }) => ({ params: post ? { kind: 'post', id: post.id } : { kind: 'member', id: cases.silenced } }),
      own: [200, 404],
    },
    note: { input: (target) => ({ ...onCase(target), body: { note: 'Look again on Monday' } }), shared: true, wide: true },
    ownOf: { input: ({ cases }) => ({ params: { kind: 'post', id: cases.own } }), foreign: [200], own: [200] },
    own: ({ cases }) => ({ params: { id: cases.own } }),
    appeal: { input: ({ cases }) => ({ params: { id: cases.own }, body: { text: 'It was meant kindly' } }), uses: true },
    lift: { input: ({ cases }) => ({ params: { id: cases.silenced } }), uses: true, shared: true, wide: true },
  },
  screens: { '/moderation/cases/:id': ({ cases }) => `/moderation/cases/${cases.own}` },
})
