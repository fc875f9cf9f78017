/** Communities: hosts, settings, plugins and tiers, roles in both directions, and the wall between two of them. */
import { expect } from 'chai'
import accounts from '@atrium/sdk/kernel/auth'
import contract from '@atrium/sdk/kernel/communities'
import { permissionsOf, toStored } from '../../kernel/policies/index.ts'
import { type Browser, type House, openHouse, PASSWORD } from './rooms.ts'

const { routes } = contract

describe('communities', () => {
  let house: House
  let owner: Browser
  before(async () => {
    house = await openHouse()
    owner = await house.owner()
  })
  after(() => house.close())

  const make = async (name: string) => {
    const id = await house.communities.create({ name, ownerAccountId: house.ownerId })
    return { id, owner: await house.owner(id) }
  }
  const bundle = async (browser: Browser) => {
    const { headers, body } = await house.call(browser, routes.punditUsers)
    return { cache: headers['Cache-Control'], ...JSON.parse(body) }
  }

  describe('made and found', () => {
    it('makes slugs unique, the first one primary, and runs each plugin’s enable hook', async () => {
      const [one, two] = [await make('Åsa’s "Café"!'), await make('Åsa’s "Café"!')]
      const slugs = await house.sql('select slug, is_primary from kernel.community where id = any($1) order by id', [[one.id, two.id]])
      expect(slugs.map(({ slug }) => slug)).to.deep.equal(['asa-s-cafe', 'asa-s-cafe-2'])
      expect(slugs.some(({ is_primary }) => is_primary)).to.equal(false)
      expect(await house.communities.primaryId()).to.equal(house.clayId)
      await house.settle()
      expect(
        house.hooks
          .filter(([, id]) => id === one.id)
          .map(([, , plugin]) => plugin)
          .sort(),
      ).to.deep.equal(['gold', 'ground', 'polls', 'quiz'])
      const switches = await house.sql(
        'select plugin, enabled, ready_at is not null as ready from kernel.plugin_switch where community_id = $1 order by plugin',
        [one.id],
      )
      expect(switches.find(({ plugin }) => plugin === 'shy')).to.include({ enabled: false, ready: false })
      expect(switches.find(({ plugin }) => plugin === 'polls')).to.include({ enabled: true, ready: true })
    })

    it('is made by anybody signed in, with a free address, and chosen', async () => {
      const { browser } = await house.member()
      const { id, slug, url } = await house.call(browser, routes.create, { body: { name: 'Mine', slug: 'mine' } })
      expect({ slug, url }).to.deep.equal({ slug: 'mine', url: '/' })
      expect(await house.accounts.chosenCommunity(browser.token!, browser.host)).to.equal(id)
      expect((await bundle({ ...browser, communityId: id })).is_admin).to.equal(true)
      for (const slug of ['mine', 'www', 'clay-fire'])
        expect(await house.codeOf(house.call(browser, routes.create, { body: { name: 'Mine', slug } })), slug).to.equal('slug_taken')
      for (const slug of ['a b', '-a', 'a--b', 'x', 'ünï'])
        expect(await house.codeOf(house.call(browser, routes.create, { body: { name: 'Mine', slug } })), slug).to.equal('invalid_input')
      expect(await house.codeOf(house.call(house.browser(), routes.create, { body: { name: 'Mine' } }))).to.equal('unauthenticated')
    })

    it('is made by whom the installation lets, and as many as it says; its owner always may', async () => {
      const { config } = house
      const [member, admin] = [await house.member(), await house.member(['admin'])]
      const start = (browser: Browser) => house.codeOf(house.call(browser, routes.create, { body: { name: 'One more' } }))
      const all = async () => [await start(member.browser), await start(admin.browser), await start(await house.owner())]
      try {
        config.communitiesBy = 'nobody'
        expect(await all()).to.deep.equal(['start_closed', 'start_closed', 'ok'])
        config.communitiesBy = 'admins'
        expect(await all()).to.deep.equal(['start_closed', 'ok', 'ok'])
        Object.assign(config, { communitiesBy: 'members', communitiesEach: 1 })
        expect(await all()).to.deep.equal(['ok', 'community_limit', 'ok'])
        expect(await start(member.browser)).to.equal('community_limit')
      } finally {
        Object.assign(config, { communitiesBy: 'members', communitiesEach: 10 })
      }
    })

    it('is found by slug, own domain, choice, or as the primary one', async () => {
      const { id } = await make('Hosted')
      const find = (host: string, chosen: number | null = null) => house.communities.resolveHost(host, chosen)
      expect(await find('hosted.atrium.example')).to.equal(id)
      expect(await find('HOSTED.atrium.example:443')).to.equal(id)
      expect(await find('nobody.atrium.example')).to.equal(null)
      expect(await find('atrium.example')).to.equal(house.clayId)
      expect(await find('atrium.example', id)).to.equal(id)
      expect(await find('127.0.0.1:3000', id)).to.equal(id)
      await house.sql(`update kernel.community set custom_domain = 'pots.example.org' where id = $1`, [id])
      await house.data.signal('community.changed', { id })
      expect(await find('pots.example.org')).to.equal(id)
      expect((await house.communities.state(id)).info.url).to.equal('https://pots.example.org')
    })

    it('lists own communities in the chosen order, and chooses only among them', async () => {
      const { browser, accountId } = await house.member()
      const [one, two, foreign] = [await make('One'), await make('Two'), await make('Foreign')]
      for (const { id } of [one, two]) await house.sql(`insert into kernel.member (community_id, account_id, name) values ($1, $2, 'x')`, [id, accountId])
      const ids = async () => (await house.call(browser, routes.switchers)).records.map(({ id }: any) => id)
      expect(await ids()).to.deep.equal([house.clayId, one.id, two.id])
      await house.call(browser, routes.reorderSwitchers, { body: { ids: [two.id, foreign.id, house.clayId] } })
      expect(await ids()).to.deep.equal([two.id, house.clayId, one.id])
      expect(await house.call(browser, routes.choose, { body: { community_id: two.id } })).to.deep.equal({ url: '/' })
      expect(await house.accounts.chosenCommunity(browser.token!, browser.host)).to.equal(two.id)
      expect(await house.codeOf(house.call(browser, routes.choose, { body: { community_id: foreign.id } }))).to.equal('not_found')
      // asked from a community's own host, the answer leads to the other's own host
      expect(await house.call(browser, routes.choose, { body: { community_id: one.id } })).to.deep.equal({ url: 'https://one.atrium.example' })
    })
  })

  describe('settings', () => {
    it('are changed by those who manage, with a new version, an audit row and an event', async () => {
      const { id, owner } = await make('Settings')
      const before = (await house.communities.state(id)).version
      const changed = await house.call(owner, routes.updateCommunity, {
        body: {
          name: 'New name',
          locale: 'pt-BR',
          reply_to_email: 'hello@example.com',
          prefs: { brand_color: { light: '#112233', dark: '#445566' } },
          theme: { default_appearance: 'dark' },
        },
      })
      expect(changed).to.include({ name: 'New name', locale: 'pt-BR', reply_to_email: 'hello@example.com' })
      expect(changed.branding.theme).to.deep.include({
        default_appearance: 'dark',
        brand_color: { light: '#112233', dark: '#445566' },
        current_theme: 'default',
      })
      expect((await house.communities.state(id)).version).to.equal(before + 1)
      expect(await house.communities.records.brand(id)).to.deep.equal({
        ...{ name: 'New name', color: '#112233', textColor: '#FFFFFF' },
        ...{ url: 'https://settings.atrium.example', platformUrl: 'https://settings.atrium.example', logo: null, darkLogo: null, icon: null },
      })
      expect(await house.call(owner, routes.updateSettings, { body: { dark_mode_enabled: false } })).to.include({
        dark_mode_enabled: false,
        customize_community_enabled: true,
      })
      // one change does not undo another
      expect(await house.call(owner, routes.community)).to.include({ name: 'New name', reply_to_email: 'hello@example.com' })
      await house.settle()
      expect((await house.sql('select action from kernel.audit where community_id = $1', [id])).map(({ action }) => action)).to.deep.equal([
        'community.updated',
        'community.updated',
      ])
      expect(house.told.filter(({ communityId, name }) => communityId === id && name === 'community.updated')).to.have.length(2)
    })

    it('tell who changes them over what somebody else has saved', async () => {
      const { owner } = await make('Two hands')
      const { version } = await house.call(owner, routes.community)
      expect((await house.call(owner, routes.updateCommunity, { body: { name: 'Theirs', version } })).version).to.equal(version + 1)
      const refused: any = await house.call(owner, routes.updateCommunity, { body: { name: 'Mine', version } }).catch((error: unknown) => error)
      expect(refused).to.include({ status: 409, code: 'edit_conflict' })
      expect(refused.details).to.deep.include({ version: version + 1, mine: { name: 'Mine', version } })
      expect(refused.details.theirs.name).to.equal('Theirs')
      expect(refused.details.saved_by.name).to.be.a('string')
      expect((await house.call(owner, routes.updateCommunity, { body: { name: 'Mine', version: version + 1 } })).name).to.equal('Mine')
    })

    it('refuse what cannot be, and whoever may not', async () => {
      const bad = [
        { name: '' },
        { name: 'a\nb' },
        { locale: 'xx' },
        { reply_to_email: 'x' },
        { prefs: { brand_color: { light: 'red', dark: '#000000' } } },
        { custom_sign_up_link_url: 'javascript:alert(1)' },
        { theme: { current_theme: 'nope' } },
      ]
      for (const body of bad) expect(await house.codeOf(house.call(owner, routes.updateCommunity, { body })), JSON.stringify(body)).to.equal('invalid_input')
      expect(await house.codeOf(house.call(owner, routes.updateSettings, { body: { dark_mode_enabled: 'yes' } }))).to.equal('invalid_input')
      for (const browser of [(await house.member()).browser, (await house.member(['moderator'])).browser])
        expect(await house.codeOf(house.call(browser, routes.updateSettings, { body: {} }))).to.equal('forbidden')
    })
  })

  describe('the bundle', () => {
    it('tells who looks, at what, with which rights', async () => {
      const admin = await bundle(owner)
      expect(admin).to.include({ is_admin: true, is_moderator: true, view_only_masquerading: false, masquerading_entity: null })
      expect(admin.current_user).to.include({ email: 'owner@example.com', is_platform_owner: true })
      expect(admin.current_community).to.include({
        name: 'Clay & Fire',
        current_plan_tier: 'business',
        is_private: false,
        sign_in_url: 'https://atrium.example/user/sign_in',
      })
      expect(admin.current_community.policies).to.have.all.keys('custom_login_custom_sign_up')
      const { browser, id } = await house.member(['moderator'])
      const moderator = await bundle(browser)
      expect(moderator).to.deep.include({ is_admin: false, is_moderator: true, current_user_roles: ['member', 'moderator'] })
      expect(moderator.current_community_member).to.deep.include({
        id,
        preferences: { has_seen_widget_onboarding: false },
        roles: { admin: false, moderator: true },
      })
      const visitor = await bundle(house.browser())
      expect(visitor).to.include({ current_user: null, current_community_member: null, is_admin: false, display_community_switcher: false })
      expect(JSON.stringify(visitor)).to.not.include('@')
    })

    it('is cached five minutes only when the community wants that', async () => {
      const { owner } = await make('Cached')
      expect((await bundle(owner)).cache).to.equal('no-store')
      await house.call(owner, routes.updateSettings, { body: { cached_pundit_api_enabled: true } })
      expect((await bundle(owner)).cache).to.equal('private, max-age=300')
    })

    it('shows who is looked as, and through whose eyes', async () => {
      const { browser, id: adminId } = await house.member(['admin'])
      const target = await house.member()
      const look = async (masquerade: object | null) => {
        await house.sql('update kernel.session set masquerade = $1 where account_id = (select account_id from kernel.member where id = $2)', [
          masquerade && JSON.stringify(masquerade),
          adminId,
        ])
        await house.data.signal('session.revoked', {})
        return bundle(browser)
      }
      const seen = await look({ memberId: target.id, viewOnly: true })
      expect(seen).to.deep.include({
        is_admin: false,
        view_only_masquerading: true,
        masquerading_entity: { id: target.id, type: 'CommunityMember', name: seen.current_community_member.name },
      })
      expect(await house.codeOf(house.call(browser, accounts.routes.updateAccount, { body: { bio: 'x' } }))).to.equal('view_only_masquerading')
      await house.sql(`update kernel.member set roles = '{member}' where id = $1`, [adminId])
      const demoted = await look({ memberId: target.id, viewOnly: true })
      expect(demoted).to.include({ view_only_masquerading: false })
      expect(demoted.current_community_member.id).to.equal(adminId)
    })

    it('reads toggles from cookies with the value true', async () => {
      const cookie = 'flag_fast=true; experiment_price-b=true; flag_slow=false; flag_odd=truest; other=true'
      expect(await house.call(house.browser(), routes.flags, { headers: { cookie } })).to.deep.equal({
        flags: { fast: true },
        experiments: { 'price-b': true },
      })
    })
  })

  describe('plugins', () => {
    const status = async (browser: Browser, id: string) => (await house.call(browser, routes.plugins)).records.find((row: any) => row.id === id)
    const turn = (browser: Browser, id: string, enabled: boolean, also?: string[]) =>
      house.call(browser, routes.switchPlugin, { params: { id }, body: { enabled, also } })

    it('are switched, with the job, the event, the audit row and the version', async () => {
      const { id, owner } = await make('Switching')
      const { version } = await house.communities.state(id)
      expect(await turn(owner, 'quiz', false)).to.include({ enabled: false, status: 'off' })
      expect(await status(owner, 'quiz')).to.include({ status: 'off' })
      expect((await house.communities.state(id)).version).to.equal(version + 1)
      await house.settle()
      expect(house.hooks).to.deep.include(['disable', id, 'quiz'])
      expect(house.told).to.deep.include({ communityId: id, name: 'plugin.switched', payload: { plugin: 'quiz', enabled: false } })
      expect(await house.communities.plugins.communitiesWith('quiz'))
        .to.include(house.clayId)
        .and.not.include(id)
      expect(await turn(owner, 'quiz', true)).to.include({ enabled: true, status: 'on' })
      expect(await house.communities.plugins.communitiesWith('quiz')).to.include(id)
      expect(
        (await house.sql(`select data from kernel.audit where community_id = $1 and action = 'plugin.switched' order by id`, [id])).map(
          ({ data }) => data.enabled,
        ),
      ).to.deep.equal([false, true])
    })

    it('obey base, needs and tiers', async () => {
      const { id, owner } = await make('Rules')
      expect(await house.codeOf(turn(owner, 'ground', false))).to.equal('base_plugin')
      expect(await house.codeOf(turn(owner, 'nothing', true))).to.equal('not_found')
      expect(await house.codeOf(turn(owner, 'polls', false))).to.equal('needed_by')
      await turn(owner, 'polls', false, ['quiz'])
      expect(await status(owner, 'quiz')).to.include({ status: 'off', enabled: false })
      expect(await house.codeOf(turn(owner, 'quiz', true))).to.equal('needs_off')
      await turn(owner, 'polls', true)
      await turn(owner, 'quiz', true)

      expect(await status(owner, 'gold')).to.include({ status: 'on', tier_needed: null })
      await house.call(owner, routes.updateTier, { params: { id }, body: { tier: 'basic' } })
      expect(await status(owner, 'gold')).to.include({ status: 'plan', tier_needed: 'business' })
      await turn(owner, 'gold', false)
      expect(await house.codeOf(turn(owner, 'gold', true))).to.equal('plan_required')
      await house.call(owner, routes.updateTiers, { body: { plugin: 'polls', tiers: ['professional', 'business'] } })
      expect(await status(owner, 'polls')).to.include({ status: 'plan', tier_needed: 'professional' })
      expect(await status(owner, 'quiz')).to.include({ status: 'plan' })
      expect(await house.communities.plugins.communitiesWith('quiz')).to.not.include(id)
      await house.call(owner, routes.updateTiers, { body: { plugin: 'polls', tiers: ['basic', 'professional', 'business'] } })
      expect(await status(owner, 'quiz')).to.include({ status: 'on' })
    })

    it('let the platform owner alone move tiers', async () => {
      const { browser } = await house.member(['admin'])
      expect(await house.codeOf(house.call(browser, routes.tiers))).to.equal('forbidden')
      expect(await house.codeOf(house.call(browser, routes.updateTiers, { body: { plugin: 'gold', tiers: ['basic'] } }))).to.equal('forbidden')
      expect(await house.codeOf(house.call(browser, routes.updateTier, { params: { id: house.clayId }, body: { tier: 'basic' } }))).to.equal('forbidden')
      expect(await house.codeOf(house.call(owner, routes.updateTiers, { body: { plugin: 'ground', tiers: ['basic'] } }))).to.equal('base_plugin')
      expect((await house.call(owner, routes.tiers)).records.map(({ id }: any) => id)).to.deep.equal(['ground', 'polls', 'quiz', 'gold', 'shy'])
    })

    it('keep typed settings', async () => {
      const read = () => house.call(owner, routes.pluginSettings, { params: { id: 'polls' } })
      const write = (body: object) => house.call(owner, routes.updatePluginSettings, { params: { id: 'polls' }, body })
      const first = await read()
      expect(first.value).to.deep.equal({ most: 5, anonymous: false })
      expect(first.schema.properties.most).to.deep.include({ type: 'integer', default: 5 })
      expect((await write({ anonymous: true })).value).to.deep.equal({ most: 5, anonymous: true })
      expect((await read()).value).to.deep.equal({ most: 5, anonymous: true })
      for (const body of [{ most: 0 }, { most: 'many' }, { unknown: 1 }])
        expect(
          await write(body).then(
            () => 'ok',
            (error) => error.status ?? error.name,
          ),
          JSON.stringify(body),
        ).to.be.oneOf([422, 'ZodError'])
      expect(await house.codeOf(house.call(owner, routes.pluginSettings, { params: { id: 'quiz' } }))).to.equal('not_found')
    })
  })

  describe('roles', () => {
    const setRoles = (browser: Browser, memberId: number, roles: string[]) =>
      house.codeOf(house.call(browser, routes.updateMemberRoles, { params: { memberId }, body: { roles } }))
    const rolesOf = async (memberId: number) => (await house.sql('select roles from kernel.member where id = $1', [memberId]))[0].roles.sort()
    /** A member with a role that may manage roles and nothing else of admins. */
    const steward = async () => {
      const { records } = await house.call(owner, routes.roles)
      if (!records.some(({ key }: any) => key === 'steward'))
        await house.call(owner, routes.createRole, { body: { name: 'Steward', permissions: ['communities.manage_roles', 'polls.vote'] } })
      return house.member(['steward'])
    }

    it('grant what contracts say, and keep only what differs', async () => {
      const { records, permissions } = await house.call(owner, routes.roles)
      const find = (key: string) => records.find((row: any) => row.key === key)
      expect(find('admin').permissions).to.have.members(permissions.map(({ key }: any) => key))
      expect(find('moderator').permissions).to.have.members(['polls.manage', 'polls.vote'])
      expect(find('member').permissions).to.deep.equal(['polls.vote'])
      expect(permissions).to.deep.include({ key: 'polls.manage', title: 'Manage polls', plugin: 'polls' })
      const { browser } = await house.member()
      const can = async (permission: string) =>
        (await house.accounts.resolve({ sessionToken: browser.token, bearer: null, communityId: house.clayId, host: browser.host }))!.permissions.has(
          permission,
        )
      expect(await can('polls.manage')).to.equal(false)
      await house.call(owner, routes.updateRole, { params: { id: find('member').id }, body: { permissions: ['polls.manage'] } })
      expect([await can('polls.manage'), await can('polls.vote')]).to.deep.equal([true, false])
      await house.call(owner, routes.updateRole, { params: { id: find('member').id }, body: { permissions: ['polls.vote'] } })
      expect((await house.sql('select permissions from kernel.role where id = $1', [find('member').id]))[0].permissions).to.deep.equal([])

      const catalogue = [{ full: 'new.thing', title: 'x', grant: ['member'], plugin: 'new' }]
      const member = { key: 'member', builtin: true }
      expect([...permissionsOf({ ...member, stored: ['other.kept'] }, catalogue)]).to.have.members(['new.thing', 'other.kept'])
      expect(toStored(member, [], catalogue)).to.deep.equal(['-new.thing'])
    })

    it('are made, renamed and deleted; built-in ones stay', async () => {
      const role = await house.call(owner, routes.createRole, { body: { name: 'Kiln crew', permissions: ['polls.manage'] } })
      expect(role).to.deep.include({ key: 'kiln-crew', is_builtin: false, members_count: 0 })
      expect(await house.codeOf(house.call(owner, routes.createRole, { body: { name: 'Kiln Crew!' } }))).to.equal('role_exists')
      for (const name of ['Admin', 'Moderator', 'Member'])
        expect(await house.codeOf(house.call(owner, routes.createRole, { body: { name } })), name).to.equal('role_exists')
      expect(await house.codeOf(house.call(owner, routes.createRole, { body: { name: 'X', permissions: ['no.such'] } }))).to.equal('invalid_input')
      const { id, browser } = await house.member()
      expect(await setRoles(owner, id, ['kiln-crew'])).to.equal('ok')
      const renamed = await house.call(owner, routes.updateRole, { params: { id: role.id }, body: { name: 'Crew' } })
      expect(renamed).to.deep.include({ key: 'kiln-crew', name: 'Crew', members_count: 1, permissions: ['polls.manage'] })
      await house.call(owner, routes.deleteRole, { params: { id: role.id } })
      expect(await rolesOf(id)).to.deep.equal(['member'])
      expect(
        (await house.accounts.resolve({ sessionToken: browser.token, bearer: null, communityId: house.clayId, host: browser.host }))!.permissions.has(
          'polls.manage',
        ),
      ).to.equal(false)
      const { records } = await house.call(owner, routes.roles)
      for (const { id } of records.filter((row: any) => row.is_builtin))
        expect(await house.codeOf(house.call(owner, routes.deleteRole, { params: { id } }))).to.equal('role_fixed')
      const admin = records.find(({ key }: any) => key === 'admin')
      expect(await house.codeOf(house.call(owner, routes.updateRole, { params: { id: admin.id }, body: { permissions: [] } }))).to.equal('role_fixed')
    })

    it('A15 and A16 follow one rule in both directions', async () => {
      const { browser: low, id: self } = await steward()
      const [plain, moderator, admin] = [await house.member(), await house.member(['moderator']), await house.member(['admin'])]
      // giving
      expect(await setRoles(low, plain.id, ['admin'])).to.equal('role_above_own')
      expect(await setRoles(low, plain.id, ['moderator'])).to.equal('role_above_own')
      expect(await setRoles(low, self, ['steward', 'admin'])).to.equal('role_above_own')
      // taking
      expect(await setRoles(low, moderator.id, [])).to.equal('role_above_own')
      expect(await setRoles(low, admin.id, [])).to.equal('role_above_own')
      // a lower role of somebody above, in both directions
      expect(await setRoles(low, admin.id, ['admin', 'steward'])).to.equal('role_above_own')
      // what is held may be given and taken
      expect(await setRoles(low, plain.id, ['steward'])).to.equal('ok')
      expect(await rolesOf(plain.id)).to.deep.equal(['member', 'steward'])
      expect(await setRoles(low, plain.id, [])).to.equal('ok')
      expect(await rolesOf(plain.id)).to.deep.equal(['member'])
      expect(await setRoles(owner, plain.id, ['no-such-role'])).to.equal('invalid_input')
      for (const browser of [plain.browser, moderator.browser]) expect(await setRoles(browser, plain.id, ['admin'])).to.equal('forbidden')
    })

    it('A15 and A16 hold for the rights within a role', async () => {
      const { browser: low } = await steward()
      const { records } = await house.call(owner, routes.roles)
      const role = (key: string) => records.find((row: any) => row.key === key)
      const update = (key: string, permissions: string[]) =>
        house.codeOf(house.call(low, routes.updateRole, { params: { id: role(key).id }, body: { permissions } }))
      expect(await update('steward', ['communities.manage_roles', 'polls.vote', 'polls.manage'])).to.equal('role_above_own')
      expect(await update('moderator', ['polls.vote'])).to.equal('role_above_own')
      expect(await update('admin', [])).to.equal('role_above_own')
      expect(await update('member', [])).to.equal('ok')
      expect(await update('member', ['polls.vote'])).to.equal('ok')
      expect(await house.codeOf(house.call(low, routes.createRole, { body: { name: 'Boss', permissions: ['communities.manage'] } }))).to.equal('role_above_own')
      const above = await house.call(owner, routes.createRole, { body: { name: 'Above', permissions: ['communities.manage'] } })
      expect(await house.codeOf(house.call(low, routes.updateRole, { params: { id: above.id }, body: { name: 'Mine' } }))).to.equal('role_above_own')
      expect(await house.codeOf(house.call(low, routes.deleteRole, { params: { id: above.id } }))).to.equal('role_above_own')
    })

    it('A15 keep the owner, and the last admin, even when two go at once', async () => {
      const { id, owner } = await make('Last')
      const [ownerMember] = await house.sql('select id from kernel.member where community_id = $1', [id])
      const second = await house.member(['admin'], id)
      expect(await setRoles(second.browser, ownerMember.id, [])).to.equal('owner_protected')
      expect(await setRoles(owner, ownerMember.id, [])).to.equal('owner_protected')
      expect(await setRoles(owner, second.id, [])).to.equal('ok')
      expect(await setRoles(owner, second.id, ['admin'])).to.equal('ok')
      await house.sql('update kernel.community set owner_account_id = null where id = $1', [id])
      const codes = await Promise.all([setRoles(owner, second.id, []), setRoles(second.browser, ownerMember.id, [])])
      expect(codes.filter((code) => code === 'ok')).to.have.length(1)
      expect(codes.filter((code) => code !== 'ok')[0]).to.be.oneOf(['last_admin', 'role_above_own', 'forbidden'])
      expect(await house.sql(`select id from kernel.member where community_id = $1 and 'admin' = any(roles)`, [id])).to.have.length(1)
    })

    it('A17 ends the rights of a demoted admin in an open session at once', async () => {
      const { id, browser } = await house.member(['admin'])
      expect(await house.codeOf(house.call(browser, routes.roles))).to.equal('ok')
      expect(await setRoles(owner, id, [])).to.equal('ok')
      expect(await house.codeOf(house.call(browser, routes.roles))).to.equal('forbidden')
      await house.settle()
      expect(house.told.some(({ name, payload }) => name === 'member.updated' && payload.memberId === id)).to.equal(true)
    })

    it('lists members by pages and by name', async () => {
      const { id, owner } = await make('Listed')
      for (let n = 0; n < 5; n++) await house.member([], id)
      const one = await house.call(owner, routes.memberRoles, { query: { per_page: '4' } })
      const two = await house.call(owner, routes.memberRoles, { query: { per_page: '4', cursor: one.next_cursor } })
      expect([one.records.length, two.records.length, two.has_next_page]).to.deep.equal([4, 2, false])
      expect(new Set([...one.records, ...two.records].map(({ email }: any) => email))).to.have.property('size', 6)
      const found = await house.call(owner, routes.memberRoles, { query: { query: 'olga' } })
      expect(found.records).to.have.length(1)
      expect(found.records[0]).to.deep.include({ name: 'Olga Owner', email: 'owner@example.com' })
      expect((await house.call(owner, routes.memberRoles, { query: { query: '%' } })).records).to.have.length(0)
    })
  })

  it('A20 shows and changes nothing of another community', async () => {
    const [here, there] = [await make('Here'), await make('There')]
    const secret = await house.call(there.owner, routes.createRole, { body: { name: 'Canary role', permissions: [] } })
    const stranger = await house.member(['canary-role'], there.id)
    await house.call(there.owner, routes.updateCommunity, { body: { reply_to_email: 'canary@example.com' } })
    await house.call(there.owner, routes.updatePluginSettings, { params: { id: 'polls' }, body: { most: 77 } })
    const before = JSON.stringify(await house.sql('select * from kernel.role where community_id = $1', [there.id]))

    // an admin here who is nobody there
    const chief = await house.member(['admin'], here.id)
    const reads = [routes.community, routes.settings, routes.plugins, routes.roles, routes.memberRoles, routes.switchers, accounts.routes.sessions]
    const seen = JSON.stringify([
      ...(await Promise.all(reads.map((route) => house.call(chief.browser, route)))),
      await bundle(chief.browser),
      await house.call(chief.browser, routes.pluginSettings, { params: { id: 'polls' } }),
    ])
    for (const canary of ['canary', 'Canary', stranger.email, '"most":77']) expect(seen.includes(canary), canary).to.equal(false)
    const code = (route: any, input: object, browser = chief.browser) => house.codeOf(house.call(browser, route, input))
    expect(await code(routes.updateRole, { params: { id: secret.id }, body: { name: 'Taken' } })).to.equal('not_found')
    expect(await code(routes.deleteRole, { params: { id: secret.id } })).to.equal('not_found')
    expect(await code(routes.updateMemberRoles, { params: { memberId: stranger.id }, body: { roles: ['admin'] } })).to.equal('not_found')
    expect(await code(routes.updateMemberRoles, { params: { memberId: chief.id }, body: { roles: ['admin', 'canary-role'] } })).to.equal('invalid_input')
    // the same session under the other community's host
    const abroad = { ...chief.browser, communityId: there.id }
    for (const route of [routes.community, routes.settings, routes.plugins, routes.roles, routes.memberRoles])
      expect(await code(route, {}, abroad)).to.equal('forbidden')
    expect(await code(routes.updateSettings, { body: {} }, abroad)).to.equal('forbidden')
    expect(JSON.stringify(await house.sql('select * from kernel.role where community_id = $1', [there.id]))).to.equal(before)
  })

  it('survives bad input on every route with a refusal, never with a fault', async () => {
    const { browser } = await house.member(['admin'])
    const { email } = await house.member()
    for (const route of [...Object.values(routes), ...Object.values(accounts.routes)]) {
      if (route.name === 'signOut') continue
      for (const body of [
        undefined,
        {},
        [],
        'text',
        { a: null },
        { email: { $ne: 1 }, password: 1, name: {} },
        { email, password: PASSWORD, unknown: [1] },
        { ids: 'x', roles: 'admin', tiers: [], enabled: 'no' },
      ]) {
        const input = { params: { id: "0'; drop table x --", memberId: '-1' }, query: { page: '-1', cursor: '{}', query: 'x'.repeat(200) }, body }
        const code = await house.codeOf(house.call({ ...browser, ip: `10.9.0.${Math.floor(Math.random() * 250)}` }, route, input))
        expect(code, `${route.method} ${route.path}`).to.be.a('string').and.not.equal('internal_error')
      }
    }
  })
})
