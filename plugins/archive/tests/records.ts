/** Records of leaving and of archives: somebody who is banned, one archive of the community and one of the admin's own data. */
import { defineRecords, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
type Made = {
  banned: { banId: number }
  leaver: { id: number }
  left: { id: number }
  archive: { id: number; ownId: number; key: string; partId: number }
}
const onLeaver = ({ leaver }: Made) => ({ params: { id: leaver.id } })
const onArchive = ({ archive }: Made) => ({ params: { id: archive.id } })

export default defineRecords(contract, {
  leaving: { stays: ['archive.ban', 'archive.export'], goes: ['archive.deletion'] },
  async fill({ app, kind, word, side: { admin, communityId } }: Target) {
    const [person, leaver, left] = await Promise.all([1, 2, 3].map(() => app.member('member', { community: { id: communityId } })))
    // whoever is banned is told why, so only an open target's word may stand there
    const reason = kind === 'open' ? `${word} was rude` : 'Somebody was rude'
    await app.as(admin).call(routes.ban, { params: { id: person!.id }, body: { reason, content: 'hide' } })
    await app.as(admin).call(routes.deactivate, { params: { id: left!.id } })
    const [ban] = await app.sql<{ id: number }>('select id from archive.ban where community_id = $1 and member_id = $2', [communityId, person!.id])
    const [made, own] = await app.sql<{ id: number }>(
      `insert into archive.export (community_id, member_id, by_member_id, status, mark, tables, tables_count, ready_at)
       values ($1, null, $2, 'ready', $3, '{}', 1, now()), ($1, $2, $2, 'ready', $3, '{}', 1, now()) returning id`,
      [communityId, admin.id, word],
    )
    const [part] = await app.sql<{ id: number }>(
      `insert into archive.part (community_id, export_id, kind, name, first_id, last_id) values ($1, $2, 'files', $3, 1, 1) returning id`,
      [communityId, made!.id, word],
    )
    await app.sql(
      `insert into archive.deletion (community_id, member_id, content, due_at) values ($1, $2, 'keep', now() + interval '9 days') on conflict do nothing`,
      [communityId, admin.id],
    )
    return {
      banned: { banId: ban!.id },
      leaver: { id: leaver!.id },
      left: { id: left!.id },
      archive: { id: made!.id, ownId: own!.id, key: 'none', partId: part!.id },
    }
  },
  inputs: {
    ban: { input: (target) => ({ ...onLeaver(target), body: { reason: 'Again' } }), uses: true },
    deleteMember: { input: (target) => ({ ...onLeaver(target), body: {} }), uses: true },
    deactivate: { input: onLeaver, foreign: [403, 404], uses: true },
    leave: { input: onLeaver, uses: true },
    reactivate: { input: ({ left }) => ({ params: { id: left.id } }), uses: true },
    lift: { input: ({ banned }) => ({ params: { id: banned.banId } }), uses: true },
    destroyExport: { input: onArchive, uses: true },
    exportLink: (target) => ({ ...onArchive(target), body: {} }),
    // a link holds by its seal
    download: { input: (target) => ({ ...onArchive(target), query: { key: target.archive.key } }), own: [403] },
    downloadPart: { input: ({ archive }) => ({ params: { id: archive.id, partId: archive.partId }, query: { key: archive.key } }), own: [403] },
    destroyOwnExport: { input: ({ archive }) => ({ params: { id: archive.ownId } }), uses: true },
    downloadOwn: ({ archive }) => ({ params: { id: archive.ownId } }),
  },
})
