/** Records of coming in: a link, a sending with an open invitation, an import with its rows. */
import { randomUUID } from 'node:crypto'
import { defineRecords, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const { routes } = contract
const CSV = (mark: string, word: string) => `email,name,headline\r\nnew-${mark}@example.com,${word},Potter\r\nwrong,${word},=1+1\r\n`
interface Made {
  invitationLink: { id: number; token: string }
  bulkInvitation: { id: number }
  mailedInvitation: { id: number }
  importTask: { id: number }
  importCsv: { signedId: string }
}
const onLink = ({ invitationLink }: Made) => ({ params: { id: invitationLink.id } })
const onTask = ({ importTask }: Made) => ({ params: { id: importTask.id } })
/** Whoever holds a link may look and come in, a stranger too; what it opens is tried in the plugin's own tests. */
const unknown = { input: () => ({ params: { token: 'a-token-that-opens-nothing' }, body: {} }), own: [404] }

export default defineRecords(contract, {
  leaving: { goes: ['invitations.import_row'] },
  async fill({ app, side, kind, word, mark }: Target) {
    const as = app.as(side.admin)
    // whoever has a link or a mail reads it, so only an open target's word may stand in one
    const said = kind === 'open' ? word : 'A link'
    const { invitation_link: link } = await as.call(routes.createLink, { body: { invitation_link: { name: said } } })
    const token = link.redemption_url.split('/').at(-1)!
    const { bulk_invitation: bulk } = await as.call(routes.invite, { body: { emails: `asked-${mark}@example.com`, message: said } })
    const { records } = await as.call(routes.emails, { query: { search_text: `asked-${mark}` } })
    const upload = await app.upload(side.admin, `people-${mark}.csv`, Buffer.from(CSV(String(mark), word)))
    const task = await as.call(routes.startImport, { body: { contact_type: 'member', signed_id: upload.signedId } })
    await as.call(routes.checkImport, { params: { id: task.id } })
    const csv = await app.upload(side.admin, `more-${mark}.csv`, Buffer.from(CSV(`more-${mark}`, word)))
    await app.settle()
    await app.sql('insert into invitations.link_use (community_id, link_id, member_id) values ($1, $2, $3)', [side.communityId, link.id, side.admin.id])
    await app.sql('insert into invitations.claim (community_id, link_id, account_id, reference) values ($1, $2, $3, $4)', [
      side.communityId,
      link.id,
      side.admin.accountId,
      `records:${mark}`,
    ])
    return {
      invitationLink: { id: link.id, token },
      bulkInvitation: { id: bulk.id },
      mailedInvitation: { id: records[0]!.id },
      importTask: { id: task.id },
      importCsv: csv,
    }
  },
  inputs: {
    link: onLink,
    updateLink: (made) => ({ ...onLink(made), body: { invitation_link: { name: 'Renamed' } } }),
    revokeLink: onLink,
    reactivateLink: { input: onLink, foreign: [404, 422] },
    deleteLink: { input: onLink, uses: true },
    adminLink: onLink,
    adminUpdateLink: (made) => ({ ...onLink(made), body: { invitation_link: { name: 'Renamed' } } }),
    adminDeleteLink: { input: onLink, uses: true },
    createLink: { input: () => ({ body: { invitation_link: { name: 'A link' } } }), foreign: [201] },
    adminCreateLink: { input: () => ({ body: { invitation_link: { name: 'A link' } } }), foreign: [201] },
    preview: { ...unknown, input: () => ({ params: { token: 'a-token-that-opens-nothing' } }) },
    join: unknown,
    invite: { input: () => ({ body: { emails: `${randomUUID()}@example.com` } }), foreign: [201, 422] },
    stopBulk: ({ bulkInvitation }) => ({ params: { id: bulkInvitation.id } }),
    validateEmail: { input: () => ({ body: { email: 'somebody@example.com' } }), foreign: [200] },
    validateEmails: { input: () => ({ body: { emails: 'somebody@example.com' } }), foreign: [200] },
    previewLetter: { input: () => ({ body: { message: 'Come in.' } }), foreign: [200] },
    resend: { input: ({ mailedInvitation }) => ({ params: { id: mailedInvitation.id } }), own: [409] },
    revokeEmail: { input: ({ mailedInvitation }) => ({ params: { id: mailedInvitation.id } }), uses: true },
    startImport: ({ importCsv }) => ({ body: { contact_type: 'member' as const, signed_id: importCsv.signedId } }),
    importTask: onTask,
    changeImport: (made) => ({ ...onTask(made), body: { options: { existing: 'skip' as const } } }),
    checkImport: onTask,
    // one at a time: it is being checked, or not yet run
    runImport: { input: onTask, own: [200, 409] },
    stopImport: { input: onTask, own: [200, 409] },
    undoImport: { input: onTask, own: [200, 409] },
    deleteImport: { input: onTask, uses: true },
    importRows: onTask,
    wrongRows: onTask,
  },
  screens: {
    '/join/:token': ({ invitationLink }) => `/join/${invitationLink.token}`,
    '/members/invitation_links/:id/edit': ({ invitationLink }) => `/members/invitation_links/${invitationLink.id}/edit`,
    '/members/invitation_links/:id/edit/details': ({ invitationLink }) => `/members/invitation_links/${invitationLink.id}/edit/details`,
    '/members/invitation_links/:id/edit/access': ({ invitationLink }) => `/members/invitation_links/${invitationLink.id}/edit/access`,
    '/members/invitation_links/:id/edit/paywalls': ({ invitationLink }) => `/members/invitation_links/${invitationLink.id}/edit/paywalls`,
    '/members/bulk_import': ({ importTask }) => `/members/bulk_import?id=${importTask.id}`,
  },
})
