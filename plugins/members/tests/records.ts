/** Records of members: the profile of somebody the admin knows, with an answer, connections, and somebody kept away. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract

const records = defineRecords(contract, {
  leaving: { goes: ['members.profile_field_value', 'members.boundary'] },
  async fill({ app, side, kind, word, mark }: Target & SpacesMade) {
    // the directory is everybody's in a community, so only an open target's word may stand there
    const said = kind === 'open' ? word : 'Somebody'
    const person = (name: string) =>
      app.run(side.communityId, (ctx) =>
        ctx.members.add({ name, headline: said, bio: said, location: said, email: `${word}-${mark}-${name.length}@secret.example` }),
      )
    const profile = await person(`${said} ${mark}`)
    const blocked = await person(`${said} ${mark} away`)
    const as = app.as(side.admin)
    const field = async (label: string) =>
      await as.call(routes.createField, {
        body: {
          profile_field: {
            label,
            field_type: 'select',
            choices_attributes: [{ value: said }, { value: 'Other' }],
            pages_attributes: [{ name: 'community_view', visible: true }],
          },
        },
      })
    // a community has room for some dozens of them
    const { records } = await as.call(routes.fields)
    const asked = records.find(({ label }) => label === `${said} field`) ?? (await field(`${said} field`))
    const old = await field(`${said} old field ${mark}`)
    await as.call(routes.archiveField, { params: { id: old.id } })
    await as.call(routes.updateAnswers, { body: { community_member_profile_fields: { [asked.key]: said } } })
    await as.call(routes.updatePreference, { body: { make_my_email_public: false } })
    await as.call(routes.createBoundary, { body: { community_member_id: blocked.id, kind: 'block' } })
    // the walk over all routes may have switched connections off
    await as.call(routes.updateConnectSettings, { body: { connect: { enabled: true } } })
    const { id: outgoing } = await as.call(routes.createConnection, { body: { recipient_id: profile.id } })
    const incoming = await app.run(side.communityId, async (ctx) => {
      const asker = await person(`${said} ${mark} asks here`)
      const own = await ctx.actAs(asker.id)
      return own.use(contract).request(side.admin.id)
    })
    return { profile, blocked, field: asked.id, oldField: old.id, outgoing, incoming }
  },
  inputs: {
    list: { input: ({ space, word }) => ({ query: { space_id: space.id, search_text: word } }), foreign: [200, 404] },
    profile: { input: ({ profile }) => ({ params: { id: profile.publicUid } }), shared: true },
    spaces: { input: ({ profile }) => ({ params: { id: profile.id } }), shared: true },
    managed: { input: ({ profile }) => ({ query: { ids: profile.id } }), shared: true, foreign: [200] },
    create: { body: { email: 'new@secret.example', name: 'New' } },
    show: { input: ({ profile }) => ({ params: { id: profile.id } }), shared: true },
    update: { input: ({ profile }) => ({ params: { id: profile.id }, body: { headline: 'Changed' } }), shared: true },
    updatePreference: { body: { messaging_enabled: true } },
    answerSignUp: { body: { community_member_profile_fields: {} } },
    updateAnswers: { body: { community_member_profile_fields: {} } },
    createField: { body: { profile_field: { label: 'Where from?', field_type: 'text' } } },
    reorderFields: { input: ({ field }) => ({ body: { profile_field_ids: [field] } }), shared: true },
    field: { input: ({ field }) => ({ params: { id: field } }), shared: true },
    updateField: { input: ({ field }) => ({ params: { id: field }, body: { profile_field: { required: false } } }), shared: true },
    archiveField: { input: ({ oldField }) => ({ params: { id: oldField } }), shared: true },
    unarchiveField: { input: ({ field }) => ({ params: { id: field } }), shared: true },
    destroyField: { input: ({ oldField }) => ({ params: { id: oldField } }), uses: true, shared: true },
    pageFields: { query: { page_name: 'signup' } },
    connections: {},
    createConnection: { input: ({ profile }) => ({ body: { recipient_id: profile.id } }), shared: true },
    acceptConnection: ({ incoming }) => ({ params: { id: incoming } }),
    ignoreConnection: { input: ({ incoming }) => ({ params: { id: incoming } }), own: [200, 409] },
    withdrawConnection: { input: ({ outgoing }) => ({ params: { id: outgoing } }), uses: true },
    createBoundary: { input: ({ profile }) => ({ body: { community_member_id: profile.id, kind: 'mute' } }), shared: true },
    destroyBoundary: { input: ({ blocked }) => ({ params: { kind: 'block', id: blocked.id } }), uses: true },
    updateConnectSettings: { body: { connect: { enabled: true } } },
  },
  screens: {
    '/u/:uid': ({ profile }) => `/u/${profile.publicUid}`,
    '/members/edit/:id': ({ profile }) => `/members/edit/${profile.id}`,
  },
})
export default records
export type MembersMade = MadeBy<typeof records>
