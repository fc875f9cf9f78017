/** Records of the kernel itself: what an admin keeps beside the plugins, and how the kernel's own routes are called. */
import { createHash, randomBytes } from 'node:crypto'
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { type CallResult, defineRecords, type Entry, type MadeBy, PASSWORD, type Target, type TestApp } from '@atrium/sdk/testing'

const ANY = [200, 201, 204, 401, 403, 404, 409, 422, 429]
const mark = () => randomBytes(4).toString('hex')
/** A write that names no record: its effect is on the caller's own community or account. */
const free = (body: () => object, more: Partial<Entry> = {}): Entry => ({ input: () => ({ body: body() }), foreign: 'any', ...more })

async function ok(answer: Promise<CallResult>): Promise<any> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`answered ${status} ${JSON.stringify(body)}`)
  return body
}
/** A session beside those that people have. */
async function makeSession(app: TestApp, accountId: number, communityId: number): Promise<{ id: number }> {
  const [session] = await app.sql<{ id: number }>(
    `insert into kernel.session (token_hash, account_id, community_id, ip, user_agent, proved_at, expires_at) values ($1, $2, $3, '127.0.0.1', 'test', now(), now() + interval '1 day') returning id`,
    [createHash('sha256').update(randomBytes(32)).digest(), accountId, communityId],
  )
  return session!
}

const signIn = defineRecords(auth, {
  async fillCommunity({ member }, word, app) {
    const { signedId } = await app.upload(member, 'face.png')
    await ok(app.as(member).send('PATCH', '/internal_api/account', { headline: word, bio: word, avatar_signed_id: signedId }))
  },
  async fill({ app, word, mark: number, side: { admin, communityId } }: Target) {
    const [passkey] = await app.sql<{ id: number }>(
      `insert into kernel.passkey (account_id, credential_id, public_key, name) values ($1, $2, '\\x00', $3) returning id`,
      [admin.accountId, `${word}-${number}`, word],
    )
    const [linked] = await app.sql<{ id: number }>(
      `insert into kernel.linked_identity (account_id, issuer, subject, label) values ($1, 'https://id.example', $2, $3) returning id`,
      [admin.accountId, `${word}-${number}`, word],
    )
    return { passkey: passkey!.id, linked: linked!.id, session: await makeSession(app, admin.accountId, communityId) }
  },
  inputs: {
    signUp: free(() => ({ name: 'New', email: `new-${mark()}@example.com`, password: PASSWORD })),
    // a foreign admin who knew the password would be let in as that person, and still not into that community
    signIn: { input: ({ side }) => ({ body: { email: side.admin.email, password: PASSWORD } }), foreign: 'any' },
    mailCode: free(() => ({ email: `nobody-${mark()}@example.com` })),
    emailLookup: { input: ({ side }) => ({ body: { email: side.admin.email } }), foreign: 'any' },
    // of an account elsewhere the platform's own community sends the email
    askPassword: free(() => ({ email: `nobody-${mark()}@example.com` })),
    passwordLink: free(() => ({ token: mark().repeat(4) }), { own: [410, 422] }),
    setPassword: free(() => ({ token: mark().repeat(4), password: 'Another-1' }), { own: [410, 422] }),
    confirmEmail: free(() => ({ token: mark().repeat(4) }), { own: [410, 422] }),
    endSession: { input: ({ session }) => ({ params: { id: session.id } }), uses: true },
    updateAccount: ({ file }) => ({ body: { headline: 'Changed', avatar_signed_id: file.signedId } }),
    changePassword: free(() => ({ current_password: PASSWORD, password: PASSWORD }), { own: ANY }),
    // without the password it is refused: everybody is needed for the rest
    deleteAccount: free(() => ({ password: 'Wrong-99!' }), { own: [422, 429] }),
    changeEmail: free(() => ({ email: `new-${mark()}@example.com`, password: PASSWORD }), { own: ANY }),
    verifyCode: free(() => ({ code: '000000' }), { own: [422] }),
    confirmTwoFa: free(() => ({ code: '000000' }), { own: [422, 429] }),
    removeTwoFa: free(() => ({ code: '000000' }), { own: [422, 429] }),
    verifyTwoFa: free(() => ({ code: '000000' }), { own: [401] }),
    renewRecoveryCodes: { input: () => ({}), foreign: 'any', own: [409] },
    createPasskey: free(() => ({ name: 'Key', credential: { id: mark(), type: 'public-key', response: {} } }), { own: [422] }),
    renamePasskey: ({ passkey }) => ({ params: { id: passkey }, body: { name: 'Changed' } }),
    deletePasskey: { input: ({ passkey }) => ({ params: { id: passkey } }), uses: true },
    passkeySignIn: free(() => ({ credential: { id: mark(), type: 'public-key', response: {} } }), { own: [401] }),
    // which there are is a matter of plugins
    startProvider: { input: () => ({ params: { provider: 'none' } }), foreign: [303], own: [303] },
    finishProvider: { input: () => ({ params: { provider: 'none' } }), foreign: [303], own: [303] },
    linkProvider: { input: () => ({ body: { provider: 'none' } }), own: [404] },
    unlinkProvider: { input: ({ linked }) => ({ params: { id: linked } }), uses: true },
    updateSignInSettings: { body: { two_fa_roles: [] } },
  },
})

/** A plugin that has settings, of whatever there are. */
const configured = ({ app }: Target) => ({ params: { id: app.plugins.find(({ contract }) => contract.settings)?.manifest.id ?? 'none' } })
const base = ({ app }: Target) => app.plugins.find(({ manifest }) => manifest.kind === 'base')?.manifest.id ?? 'none'

const ours = defineRecords(communities, {
  async fillCommunity({ admin }, word, app) {
    const { signedId } = await app.upload(admin, 'logo.png')
    await ok(app.as(admin).send('PATCH', '/internal_api/community', { name: word, logo_signed_id: signedId }))
  },
  async fill({ app, word, mark: number, side: { admin } }: Target) {
    const role: { id: number } = await ok(
      app.as(admin).send('POST', '/internal_api/roles', { name: `${word} ${number}`, permissions: ['communities.masquerade'] }),
    )
    return { role }
  },
  inputs: {
    updateCommunity: ({ file }) => ({ body: { icon_signed_id: file.signedId } }),
    updateSettings: { body: { cached_pundit_api_enabled: false } },
    create: free(() => ({ name: `Place ${mark()}` })),
    // the owner's, of the platform's first community
    offerOwnership: { input: ({ guest }) => ({ body: { member_id: guest.id } }), own: [403, 422], foreign: [403, 422] },
    acceptOwnership: { input: () => ({}), own: [409], foreign: [409] },
    withdrawOwnership: { input: () => ({}), own: [409], foreign: [409] },
    end: { input: () => ({ body: { name: 'Another' } }), own: [403, 409, 422], foreign: [403, 409, 422] },
    keep: { input: () => ({}), own: [403, 409], foreign: [403, 409] },
    reorderSwitchers: { input: ({ side }) => ({ body: { ids: [side.communityId] } }), foreign: 'any' },
    // whoever leaves could not be asked for the rest
    leave: { input: () => ({ params: { id: 987_654_321 } }), own: [404] },
    choose: ({ side }) => ({ body: { community_id: side.communityId } }),
    // the base is always on
    switchPlugin: { input: (target) => ({ params: { id: base(target) }, body: { enabled: true } }), foreign: 'any', own: [422] },
    pluginSettings: { input: configured, foreign: 'any' },
    updatePluginSettings: { input: (target) => ({ ...configured(target), body: {} }), foreign: 'any' },
    // the platform owner's
    tiers: { input: () => ({}), foreign: 'any', own: [403] },
    updateTiers: { input: (target) => ({ body: { plugin: base(target), tiers: ['basic'] } }), own: [403], foreign: [403] },
    updateTier: { input: ({ side }) => ({ params: { id: side.communityId }, body: { tier: 'basic' } }), own: [403], foreign: [403] },
    owners: { input: () => ({}), foreign: 'any', own: [403] },
    addOwner: { input: () => ({ body: { email: 'other@example.com' } }), own: [403], foreign: [403] },
    removeOwner: { input: ({ guest }) => ({ params: { id: guest.id } }), own: [403], foreign: [403] },
    createRole: free(() => ({ name: `Role ${mark()}`, permissions: ['communities.masquerade'] })),
    updateRole: ({ role }) => ({ params: { id: role.id }, body: { permissions: ['communities.manage'] } }),
    deleteRole: { input: ({ role }) => ({ params: { id: role.id } }), uses: true },
    updateMemberRoles: { input: ({ guest, role }) => ({ params: { memberId: guest.id }, body: { roles: ['member', `${role.id}`] } }), own: [422] },
  },
  beforeTheRoute: true,
})

export type KernelMade = MadeBy<typeof signIn> & MadeBy<typeof ours>
export default [{ ...signIn, beforeTheRoute: true }, ours]
