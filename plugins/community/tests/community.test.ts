/** Running a community: conformance, set-up, templates, domain, legal texts, landing page, the public list, those who come and go. */
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { describePlugin, openNameserver, refusal, type TestApp, testApp, type TestMember } from '@atrium/sdk/testing'
import { expect } from 'chai'
import sharp from 'sharp'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import contract from '../contract.ts'
import { domainName } from '../server/service/domain.ts'
import { openFront } from './front.ts'

const { routes } = contract
const doc = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

describePlugin('plugins/community')

describe('community', () => {
  let app: TestApp
  let names: Awaited<ReturnType<typeof openNameserver>>
  let front: Awaited<ReturnType<typeof openFront>>
  let admin: TestMember
  let ana: TestMember
  const as = (who: TestMember | null) => app.as(who)

  before(async () => {
    names = await openNameserver()
    front = await openFront()
    app = await testApp(
      ['plugins/spaces', 'plugins/content', 'plugins/home', 'plugins/posts', { from: 'plugins/community', options: { dns_servers: [names.address] } } as never],
      {
        env: { ATRIUM_URL: `http://atrium.example:${front.port}`, ATRIUM_OUTBOUND_LOOPBACK: 'true' },
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      },
    )
    front.leadTo(app.url)
    admin = await app.member('admin', { name: 'Marit Solheim' })
    ana = await app.member('member', { name: 'Ana Lima' })
    await app.settle()
  })
  beforeEach(() => app.resetLimits())
  after(async () => {
    await app?.close()
    names?.close()
    front?.close()
  })

  describe('set-up', () => {
    it('ticks steps by what is there, and skips them on wish', async () => {
      const step = async (key: string) => (await as(admin).call(routes.checklist)).steps.find((one) => one.key === key)
      expect(await step('spaces')).to.deep.include({ done: false, to: '/settings/spaces#find=spaces:space.new' })
      const group = await as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
      await as(admin).call(spaces.routes.create, { body: { name: 'Open', space_group_id: group.id } })
      expect(await step('spaces')).to.include({ done: true })
      expect(await step('post')).to.include({ done: false })
      const { records } = await as(ana).call(spaces.routes.list, { query: {} })
      await as(ana).call(spaces.routes.join, { params: { id: records[0]!.id } })
      await as(ana).call(posts.routes.create, { params: { spaceId: records[0]!.id }, body: { post: { name: 'Hello', tiptap_body: { body: doc('Hello') } } } })
      expect(await step('post'), 'a post of anybody').to.include({ done: true })
      const before = (await as(admin).call(routes.checklist)).done_count
      const after = await as(admin).call(routes.updateChecklist, { body: { skip: ['domain'], dismissed: true } })
      expect([after.done_count, after.dismissed]).to.deep.equal([before + 1, true])
      expect((await as(admin).call(routes.updateChecklist, { body: { unskip: ['domain'] } })).done_count).to.equal(before)
      expect(await refusal(as(ana).call(routes.checklist))).to.include({ status: 403 })
      expect((await as(admin).call(routes.defaultAccessGroup, { body: { access_group_id: 7 } })).default_access_group_id).to.equal(7)
    })

    it('tells every member by mail, once for each', async () => {
      await as(admin).call(routes.broadcast, { body: { subject: 'We are open', body: 'Come in.' } })
      await app.settle()
      const letters = (await app.sent()).filter(({ subject }) => subject === 'We are open')
      const [row] = await app.sql<{ count: number }>(`select count(*)::int as count from kernel.member where community_id = $1 and status = 'active'`, [
        admin.communityId,
      ])
      expect(new Set(letters.map(({ recipient }) => recipient)).size).to.equal(row?.count)
      expect(letters).to.have.length(row!.count)
      expect(letters[0]!.text).to.include('Come in.').and.include('http://atrium.example')
    })

    it('makes a template’s spaces once, in the community’s language', async () => {
      const { records, questions } = await as(admin).call(routes.templates)
      expect(records.map(({ id }) => id)).to.include.members(['hobby', 'blank'])
      expect(questions.map(({ key }) => key)).to.deep.equal(['purpose', 'size', 'experience'])
      const first = await as(admin).call(routes.assignTemplate, { body: { template_id: 'hobby' } })
      expect(first.spaces_made).to.be.above(3)
      expect((await as(admin).call(routes.assignTemplate, { body: { template_id: 'hobby' } })).spaces_made).to.equal(0)
      const { records: made } = await as(admin).call(spaces.routes.list, { query: { include_sidebar: true } })
      expect(made.map(({ slug }) => slug)).to.include('show-and-tell')
    })

    it('starts a community from a template, with its founder’s answers', async () => {
      const { id } = await as(ana).call(communities.routes.create, {
        body: { name: 'Vasos', locale: 'pt-BR', template: 'learning', answers: { size: 'under_50' } },
      })
      await app.settle()
      const made = () =>
        app.outside(id, async (ctx) => {
          const service = ctx.use(spaces)
          return { named: [await service.bySlug('avisos'), await service.bySlug('duvidas')].map((space) => space?.slug), count: await service.count() }
        })
      const before = await made()
      expect(before.named).to.deep.equal(['avisos', 'duvidas'])
      const [part] = await app.sql(`select value from community.part where community_id = $1 and key = 'setup'`, [id])
      expect(part.value).to.deep.include({ template: 'learning', answers: { size: 'under_50' } })
      await app.redeliver()
      expect(await made()).to.deep.equal(before)
      await app.sql('update kernel.session set community_id = $2 where account_id = $1', [ana.accountId, ana.communityId])
      await app.kernel.modules.data.signal('session.changed', {})
    })

    it('receives new members: default spaces, a welcome for some days, none for old ones', async () => {
      const { records } = await as(admin).call(spaces.routes.list, { query: { include_sidebar: true } })
      const open = records.find(({ slug }) => slug === 'open')!
      await as(admin).call(routes.updateOnboarding, { body: { default_space_ids: [open.id, 987_654], welcome_title: 'Hello' } })
      const bea = await app.member()
      await app.settle()
      expect((await as(bea).call(spaces.routes.list, { query: { include_sidebar: true } })).records.find(({ id }) => id === open.id)?.is_member).to.equal(true)
      const greeted = await as(bea).call(routes.welcome)
      expect(greeted).to.deep.include({ show: true, title: 'Hello' })
      expect(greeted.steps.find(({ key }) => key === 'headline')).to.deep.include({ done: false, points: null })
      await app.sql(`update kernel.member set created_at = now() - interval '30 days' where id = $1`, [bea.id])
      expect((await as(bea).call(routes.welcome)).show).to.equal(false)
    })

    const written = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'I throw bowls.' }] }] }
    it('ticks a newcomer’s first steps by what is really there, and hands the composer a draft', async () => {
      const [hall, other] = [await makeSpace(app, admin, []), await makeSpace(app, admin, [])]
      await as(admin).call(routes.updateOnboarding, { body: { default_space_ids: [hall.id], introductions_space_id: hall.id } })
      const cleo = await app.member('member', { name: 'Cleo Diaz' })
      await app.settle()
      const steps = async () => (await as(cleo).call(routes.welcome)).steps
      const done = async () => (await steps()).flatMap((step) => (step.done ? step.key : []))
      expect((await steps()).map(({ key }) => key)).to.deep.equal(['picture', 'headline', 'spaces', 'introduce'])
      expect(await done(), 'in a space from the first minute').to.deep.equal(['spaces'])
      await as(cleo).call(auth.routes.updateAccount, { body: { headline: 'Potter' } })
      expect(await done()).to.deep.equal(['headline', 'spaces'])
      const draft = new URL((await steps()).at(-1)!.to, app.url)
      expect([draft.pathname, draft.searchParams.get('title')]).to.deep.equal([`/c/${hall.slug}/new`, 'Hi, I’m Cleo'])
      await as(cleo).call(posts.routes.create, { params: { spaceId: hall.id }, body: { post: { name: 'Hi', tiptap_body: { body: written } } } })
      expect(await done()).to.deep.equal(['headline', 'spaces', 'introduce'])
      await as(admin).call(routes.updateOnboarding, { body: { default_space_ids: [] } })
      const dag = await app.member('member', { name: 'Dag Holm' })
      await app.settle()
      const entered = async () => (await as(dag).call(routes.welcome)).steps.find(({ key }) => key === 'spaces')!.done
      expect(await entered(), 'in none yet').to.equal(false)
      await as(dag).call(spaces.routes.join, { params: { id: other.id } })
      expect(await entered()).to.equal(true)
    })

    it('writes invitations in the community’s own words', async () => {
      const ours = await as(admin).call(routes.invitationEmail)
      expect(ours).to.include({ is_custom: false }).and.have.property('subject').include('{community}')
      await as(admin).call(routes.updateInvitationEmail, {
        body: { subject: '{name}, come to {community}', body: 'By {inviter} {nothing}', button_label: 'In' },
      })
      const group = await as(admin).call(spaces.routes.createGroup, { body: { name: 'Inviting' } })
      const invite = async (email: string) => {
        await as(admin).call(spaces.routes.inviteToGroup, { params: { id: group.id }, body: { emails: [email] } })
        await app.settle()
        return (await app.sent()).find(({ recipient }) => recipient === email)!
      }
      const letter = await invite('bo@example.com')
      expect(letter.subject).to.equal('bo, come to Test community')
      expect(letter.text)
        .to.match(/^By .+ \{nothing\}\n/)
        .and.match(/In:\nhttp\S+\/space_invitations\/\S+/)
        .and.include('“Inviting”')
      expect(await as(admin).call(routes.updateInvitationEmail, { body: { is_custom: false } })).to.include({ subject: ours.subject })
      expect((await invite('ada@example.com')).subject).to.include('invited to Inviting')
      await as(admin).call(communities.routes.updateCommunity, { body: { reply_to_email: 'hello@example.com' } })
      await invite('eve@example.com')
      const answers = await app.sql('select recipient, reply_to from kernel.mail where recipient = any($1)', [['ada@example.com', 'eve@example.com']])
      expect(answers.map((row: any) => [row.recipient, row.reply_to]).sort()).to.deep.equal([
        ['ada@example.com', null],
        ['eve@example.com', 'hello@example.com'],
      ])
      await as(admin).call(communities.routes.updateCommunity, { body: { reply_to_email: null } })
    })
  })

  describe('own domain', () => {
    const show = () => as(admin).call(routes.domain)
    const leads = async () => (await app.kernel.modules.communities.state(admin.communityId)).customDomain

    it('takes names of domains and nothing else', () => {
      for (const [given, wanted] of [
        ['Pots.Example.ORG', 'pots.example.org'],
        ['https://pots.example.org/x', 'pots.example.org'],
        ['töpfe.example', 'xn--tpfe-5qa.example'],
      ] as const)
        expect(domainName(given, 'atrium.example')).to.equal(wanted)
      for (const bad of [
        '',
        'pots',
        '127.0.0.1',
        '0x7f.1',
        '[::1]',
        'a b.example',
        'atrium.example',
        'x.atrium.example',
        'pots.example:99999',
        '-a.example',
        `${'a'.repeat(64)}.example`,
      ])
        expect(() => domainName(bad, 'atrium.example'), bad).to.throw()
    })

    it('waits for the record, is verified by it, leads here, and goes again', async () => {
      const asked = await as(admin).call(routes.setDomain, { body: { domain: 'pots.example.org' } })
      const proof = asked.records.find(({ purpose }) => purpose === 'proof')!
      expect(asked).to.include({ domain: 'pots.example.org', status: 'pending' })
      expect(asked.records.find(({ purpose }) => purpose === 'traffic')).to.include({ type: 'CNAME', value: 'atrium.example' })
      await app.settle()
      expect(await show()).to.include({ status: 'pending', problem: 'no_record' })
      names.texts.set(proof.name, 'something else')
      await as(admin).call(routes.setDomain, { body: {} })
      await app.settle()
      expect(await show()).to.include({ status: 'pending', problem: 'wrong_record' })
      expect(await leads()).to.equal(null)
      names.texts.set(proof.name, proof.value)
      for (const elsewhere of ['nothing', 'another server', 'another Atrium'] as const) {
        front.pretend(elsewhere)
        await as(admin).call(routes.setDomain, { body: {} })
        await app.settle()
        expect(await show(), elsewhere).to.include({ status: 'pending', problem: 'no_traffic' })
        expect(await leads(), elsewhere).to.equal(null)
      }
      front.pretend(null)
      await as(admin).call(routes.setDomain, { body: {} })
      await app.settle()
      expect(await show()).to.include({ status: 'verified', problem: null })
      expect(await leads()).to.equal('pots.example.org')
      expect(await app.kernel.modules.communities.resolveHost('Pots.example.org:443', null)).to.equal(admin.communityId)
      expect((await as(admin).call(routes.checklist)).steps.find(({ key }) => key === 'domain')).to.include({ done: true })
      expect(await as(admin).call(routes.removeDomain)).to.include({ status: 'none' })
      expect(await leads()).to.equal(null)
    })

    it('fails where nobody enters the record, and lets a lost domain go', async () => {
      const { records } = await as(admin).call(routes.setDomain, { body: { domain: 'late.example.org' } })
      await app.settle()
      await app.sql(`update community.domain set asked_at = now() - interval '4 days'`)
      await app.sql(`update graphile_worker._private_jobs set run_at = now()`)
      await app.settle()
      expect(await show()).to.include({ status: 'failed', problem: 'no_record' })
      names.texts.set(records[0]!.name, records[0]!.value)
      expect(await as(admin).call(routes.setDomain, { body: {} })).to.include({ status: 'pending' })
      await app.settle()
      expect(await show()).to.include({ status: 'verified' })
      const threeDays = async () => {
        for (let day = 0; day < 3; day++) {
          await app.sql(`update graphile_worker._private_jobs set run_at = now()`)
          await app.settle()
        }
      }
      front.pretend('another server')
      await threeDays()
      expect(await show(), 'its traffic went elsewhere').to.include({ status: 'failed', problem: 'no_traffic' })
      expect(await leads()).to.equal(null)
      front.pretend(null)
      await as(admin).call(routes.setDomain, { body: {} })
      await app.settle()
      expect(await show()).to.include({ status: 'verified' })
      names.texts.delete(records[0]!.name)
      await threeDays()
      expect(await show()).to.include({ status: 'failed' })
      expect(await leads()).to.equal(null)
      await as(admin).call(routes.removeDomain)
    })

    it('belongs to whoever proves it first', async () => {
      const other = await app.community('Rival')
      const rival = await app.member('admin', { community: other })
      for (const who of [admin, rival]) {
        const { records } = await as(who).call(routes.setDomain, { body: { domain: 'shared.example.org' } })
        names.texts.set(records[0]!.name, records[0]!.value)
        // The first look may have come before the name was set.
        await app.settle()
        await app.sql('update graphile_worker._private_jobs set run_at = now()')
        await app.settle()
      }
      expect(await show()).to.include({ status: 'verified' })
      expect(await as(rival).call(routes.domain)).to.include({ status: 'failed', problem: 'taken' })
      await as(admin).call(routes.removeDomain)
    })
  })

  describe('icons', () => {
    const iconsIn = (html: string) =>
      [...html.matchAll(/<link rel="(icon|apple-touch-icon)"[^>]*?(?:sizes="(\d+)x[^>]*?)?(?:media="[^"]*:(\w+)\)"[^>]*?)?href="([^"]+)">/g)].map((found) =>
        found.slice(1),
      )
    const upload = async () => {
      const png = await sharp({ create: { width: 400, height: 300, channels: 4, background: '#d0402080' } })
        .png()
        .toBuffer()
      return (await app.upload(admin, 'icon.png', png)).signedId
    }
    const pageOf = async () => (await as(null).send('GET', '/', undefined, { accept: 'text/html' })).body as string
    const brand = (fields: object) => as(admin).send('PATCH', '/internal_api/community', fields)

    it('are the initial until there is a picture, then PNGs for tabs and home screens, light and dark', async () => {
      expect(iconsIn(await pageOf())[0]![3]).to.match(/^data:image/)
      await brand({ icon_signed_id: await upload() })
      const light = iconsIn(await pageOf())
      expect(light.map(([rel, size, media]) => [rel, size, media])).to.deep.equal([
        ['icon', '32', undefined],
        ['icon', '192', undefined],
        ['icon', '512', undefined],
        ['apple-touch-icon', undefined, undefined],
      ])
      for (const [[, , , address], size] of light.map((one, at) => [one, [32, 192, 512, 180][at]!] as const)) {
        const reply = await fetch(app.url + address, { headers: { host: new URL(app.url).host } })
        expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
        const { width, height, hasAlpha } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
        expect([width, height, hasAlpha]).to.deep.equal([size, size, size !== 180])
      }
      await brand({ dark_icon_signed_id: await upload() })
      expect(iconsIn(await pageOf()).map(([, , media]) => media)).to.deep.equal(['light', 'light', 'light', 'dark', 'dark', 'dark', undefined])
      await brand({ icon_signed_id: null, dark_icon_signed_id: null })
      expect((await fetch(app.url + light[0]![3])).status).to.equal(404)
      expect(iconsIn(await pageOf())[0]![3]).to.match(/^data:image/)
    })
  })

  describe('legal texts', () => {
    it('are public once switched on, with a version for each change', async () => {
      expect(await refusal(as(null).call(routes.legalText, { params: { kind: 'terms' } }))).to.include({ status: 404 })
      await as(admin).call(routes.updateLegal, { body: { terms: { enabled: true, body: doc('Be kind.') }, privacy: { body: doc('Draft') } } })
      expect((await as(null).call(routes.legalTexts)).kinds).to.deep.equal(['terms'])
      expect(await as(null).call(routes.legalText, { params: { kind: 'terms' } })).to.include({ version: 1 })
      expect(await refusal(as(null).call(routes.legalText, { params: { kind: 'privacy' } }))).to.include({ status: 404 })
      const { body } = await as(null).send('GET', '/legal/terms', undefined, { accept: 'text/html' })
      expect(body).to.include('Be kind.')
      expect((await as(null).send('GET', '/legal/privacy', undefined, { accept: 'text/html' })).status).to.equal(404)
      expect((await as(null).call(routes.partials)).footer_html).to.include('/legal/terms')
      await as(admin).send('PATCH', '/internal_api/community', { is_private: true })
      expect((await as(null).send('GET', '/legal/terms', undefined, { accept: 'text/html' })).body).to.include('Be kind.')
      await as(admin).send('PATCH', '/internal_api/community', { is_private: false })
    })

    it('are accepted at sign-up where the community asks, and that is kept with the version', async () => {
      await as(admin).call(routes.updateLegal, { body: { consent_required: true } })
      const person = { name: 'New', email: 'new-consent@example.com', password: 'Secret-1' }
      expect(await refusal(as(null).call(auth.routes.signUp, { body: person }))).to.include({ status: 422, code: 'consent_required' })
      await as(null).call(auth.routes.signUp, { body: { ...person, consent: true } })
      await app.settle()
      const [kept] = await app.sql(
        `select c.versions from community.consent c join kernel.member m on m.id = c.member_id join kernel.account a on a.id = m.account_id where a.email = $1`,
        [person.email],
      )
      expect(kept.versions).to.deep.equal({ terms: 1 })
      await as(admin).call(routes.updateLegal, { body: { consent_required: false, terms: { body: doc('Be kinder.') } } })
      await as(ana).call(routes.consent)
      expect((await app.sql('select versions from community.consent where member_id = $1', [ana.id]))[0].versions).to.deep.equal({ terms: 2 })
    })
  })

  describe('landing page', () => {
    it('shows visitors a landing page, of a private community no members and no spaces', async () => {
      await as(admin).call(routes.updateLandingSettings, { body: { enabled: true, headline: 'Fired up', text: 'Clay people.' } })
      const open = await as(null).call(routes.landing)
      expect(open).to.deep.include({ enabled: true, headline: 'Fired up', faces: [] })
      expect(open.spaces.length).to.be.above(0)
      const [owner] = await app.sql(
        'select m.id, m.name from kernel.member m join kernel.community c on c.id = m.community_id and c.owner_account_id = m.account_id where c.id = $1',
        [admin.communityId],
      )
      expect(open).to.deep.include({ is_free: true, host: { id: owner.id, name: owner.name, avatar_url: null } })
      expect((await as(null).send('GET', '/landing', undefined, { accept: 'text/html' })).body)
        .to.include(`Hosted by ${owner.name}`)
        .and.include('Free to join')
      // another of the team welcomes visitors, as long as they are of it
      const host = await app.member('moderator', { name: 'Marit Host' })
      const chosen = await as(admin).call(routes.updateLandingSettings, { body: { host_id: host.id } })
      expect(chosen.hosts.map(({ id }) => id))
        .to.include(host.id)
        .and.not.include(ana.id)
      expect((await as(null).call(routes.landing)).host).to.include({ id: host.id, name: 'Marit Host' })
      await as(admin).call(routes.updateLandingSettings, { body: { host_id: ana.id } })
      expect((await as(null).call(routes.landing)).host).to.include({ id: owner.id })
      await as(admin).send('PATCH', '/internal_api/community', { is_private: true })
      expect(await as(null).call(routes.landing)).to.deep.include({ headline: 'Fired up', spaces: [], faces: [], host: null })
      await as(admin).send('PATCH', '/internal_api/community', { is_private: false })
      expect((await as(null).send('GET', '/landing', undefined, { accept: 'text/html' })).body).to.include('Fired up')
      expect(await refusal(as(ana).call(routes.landingSettings))).to.include({ status: 403 })
      await as(admin).call(routes.updateLanding, { body: { enabled: false } })
    })

    it('has the ways in on the landing page and in what the home page begins with, Join only while the community is open', async () => {
      const join = (name: string) => new RegExp(`<a href="/user/sign_up"[^>]*>Join ${name}</a>`)
      const signIn = /<a href="\/user\/sign_in"[^>]*bg-(surface|brand)[^>]*>Sign in<\/a>/
      const read = async (path: string) => String((await as(null).send('GET', path, undefined, { accept: 'text/html' })).body)
      await as(admin).call(routes.updateLandingSettings, { body: { enabled: true, button_label: 'Join the potters' } })
      const opens = (show_signup_link: boolean, allow_signups_to_public_community: boolean) =>
        as(admin).send('PATCH', '/internal_api/community', { show_signup_link, allow_signups_to_public_community })
      const shows = (enabled: boolean) => as(admin).call(routes.updateLanding, { body: { enabled } })
      await opens(true, true)
      expect(await read('/landing'))
        .to.match(join('the potters'))
        .and.match(signIn)
      await opens(false, false)
      expect(await read('/landing'))
        .to.match(signIn)
        .and.not.match(join('[^<]+'))
      await shows(false)
      expect(await read('/'))
        .to.match(signIn)
        .and.not.match(join('[^<]+'))
      await opens(true, true)
      expect(await read('/'))
        .to.match(join('[^<]+'))
        .and.match(signIn)
    })
  })

  describe('the public list', () => {
    let clay: TestMember
    let glass: TestMember
    const found = async (query: object = {}) => (await as(null).call(routes.discover, { query })).records.map(({ name }) => name)
    before(async () => {
      clay = await app.member('admin', { community: await app.community('Clay club') })
      glass = await app.member('admin', { community: await app.community('Glass club') })
    })

    it('holds public communities that want to be found, by name and category', async () => {
      expect(await found()).to.deep.equal([])
      await as(clay).call(routes.updateListing, { body: { listed: true, category: 'crafts', description: 'Pots and kilns' } })
      await as(glass).call(routes.updateListing, { body: { listed: true, category: 'arts' } })
      expect(await found()).to.deep.equal(['Clay club', 'Glass club'])
      expect(await found({ search_text: 'kilns' })).to.deep.equal(['Clay club'])
      expect(await found({ category: 'arts' })).to.deep.equal(['Glass club'])
      const first = await as(null).call(routes.discover, { query: { per_page: 1 } })
      expect(await found({ per_page: 1, cursor: first.next_cursor! })).to.deep.equal(['Glass club'])
      await as(glass).send('PATCH', '/internal_api/community', { is_private: true })
      expect(await found()).to.deep.equal(['Clay club'])
    })

    it('lets people join what is listed and open, and leave again', async () => {
      expect(await refusal(as(ana).call(routes.join, { params: { id: glass.communityId }, body: {} }))).to.include({ status: 404 })
      expect(await refusal(as(null).call(routes.join, { params: { id: clay.communityId }, body: {} }))).to.include({ status: 401 })
      await as(clay).call(routes.updateLegal, { body: { consent_required: true } })
      expect(await refusal(as(ana).call(routes.join, { params: { id: clay.communityId }, body: {} }))).to.include({ status: 422, code: 'consent_required' })
      const member = async () =>
        (
          await app.sql<{ status: string }>('select status from kernel.member where community_id = $1 and account_id = $2', [clay.communityId, ana.accountId])
        )[0]?.status
      const back = async () => {
        await app.sql('update kernel.session set community_id = $2 where account_id = $1', [ana.accountId, ana.communityId])
        await app.kernel.modules.data.signal('session.changed', {})
      }
      expect(await as(ana).call(routes.join, { params: { id: clay.communityId }, body: { consent: true } })).to.have.property('url')
      expect(await member()).to.equal('active')
      await back()
      const { records } = await as(ana).call(communities.routes.switchers)
      expect(records.map(({ name }) => name)).to.include('Clay club')
      await as(clay).call(communities.routes.updateSettings, { body: { deactivate_account_enabled: false } })
      expect(await refusal(as(ana).call(communities.routes.leave, { params: { id: clay.communityId } }))).to.include({ status: 403, code: 'leaving_closed' })
      expect(await member()).to.equal('active')
      await as(clay).call(communities.routes.updateSettings, { body: { deactivate_account_enabled: true } })
      await as(ana).call(communities.routes.leave, { params: { id: clay.communityId } })
      expect(await member()).to.equal('deactivated')
      const [told] = await app.sql(`select payload from kernel.event where community_id = $1 and name = 'member.left'`, [clay.communityId])
      expect(told).not.to.equal(undefined)
      expect(await refusal(as(ana).call(communities.routes.leave, { params: { id: clay.communityId } }))).to.include({ status: 404 })
      await as(ana).call(routes.join, { params: { id: clay.communityId }, body: { consent: true } })
      expect(await member()).to.equal('active')
      await back()
    })
  })

  it('marks a community with something unread in the switcher, and no other', async () => {
    const other = await app.community('Busy')
    const boss = await app.member('admin', { community: other })
    await app.run(other.id, async (ctx) => {
      const { id } = await ctx.members.add({ email: (await app.sql('select email from kernel.account where id = $1', [ana.accountId]))[0].email, name: 'Ana' })
      const group = await ctx.use(spaces).createGroup({ name: 'All' })
      const { id: space } = await ctx.use(spaces).create({ name: 'Talk', spaceGroupId: group.id })
      await ctx.use(spaces).addMembers(space, [id])
    })
    const unread = async () => (await as(ana).call(communities.routes.switchers)).records.find(({ id }) => id === other.id)?.unread
    expect(await unread()).to.equal(false)
    await app.run(other.id, async (ctx) => {
      const space = await ctx.use(spaces).bySlug('talk')
      await ctx.use(spaces).advance(space!.id, 'post')
    })
    // the switcher keeps its marks half a minute
    const [row] = await app.sql(`select m.id from kernel.member m where m.community_id = $1 and m.account_id = $2`, [other.id, ana.accountId])
    const { unreadIn } = await import('../../../kernel/boot/background.ts')
    expect(await unreadIn(app.kernel.root, other.id, row.id)).to.equal(true)
    expect(await unreadIn(app.kernel.root, other.id, boss.id)).to.equal(false)
  })

  it('takes in whoever is signed in and comes to an open community, and nobody else', async () => {
    const guest = await app.member()
    const join = (body = {}) =>
      as(guest)
        .send('POST', '/internal_api/community/join', body)
        .then((answer) => [answer.status, answer.body.code])
    const put = async (status: string) => {
      await app.sql('update kernel.member set status = $2 where id = $1', [guest.id, status])
      await app.kernel.modules.data.signal('member.changed', { communityId: guest.communityId, memberId: guest.id })
    }
    const set = (changes: object) => as(admin).send('PATCH', '/internal_api/community/settings', changes)
    expect(await join()).to.deep.equal([200, undefined])
    await put('deactivated')
    const open = (allow_signups_to_public_community: boolean) =>
      as(admin).call(communities.routes.updateCommunity, { body: { allow_signups_to_public_community } })
    await open(false)
    expect(await join()).to.deep.equal([403, 'sign_up_closed'])
    await open(true)
    await set({ consent_required: true })
    expect(await join()).to.deep.equal([422, 'consent_required'])
    expect(await join({ consent: true })).to.deep.equal([200, undefined])
    expect((await as(guest).send('GET', '/internal_api/community/welcome')).status).to.equal(200)
    await set({ consent_required: false })
    await put('banned')
    expect((await join())[0]).to.be.oneOf([401, 403])
    expect((await app.as(null).send('POST', '/internal_api/community/join', {})).status).to.equal(401)
  })

  it('lets a plugin take a member out, but never the owner', async () => {
    const gone = await app.member()
    expect(await app.run(null, (ctx) => ctx.members.remove(gone.id, 'banned'))).to.equal(true)
    expect(await app.run(null, (ctx) => ctx.members.remove(gone.id, 'banned'))).to.equal(false)
    expect((await as(gone).send('GET', '/internal_api/community/welcome')).status).to.equal(403)
    const [told] = await app.sql(`select payload from kernel.event where name = 'member.left' and payload ->> 'memberId' = $1`, [String(gone.id)])
    expect(told.payload).to.deep.equal({ memberId: gone.id })
    const [owner] = await app.sql(
      'select m.id from kernel.member m join kernel.community c on c.id = m.community_id and c.owner_account_id = m.account_id where c.id = $1',
      [admin.communityId],
    )
    expect(await refusal(app.run(null, (ctx) => ctx.members.remove(owner.id, 'deactivated')))).to.include({ status: 409, code: 'owner_stays' })
    expect((await app.sql('select status from kernel.member where id = $1', [owner.id]))[0].status).to.equal('active')
  })

  it('lists currencies in the reader’s language', async () => {
    const { records } = await as(ana).call(routes.currencies)
    expect(records.find(({ code }) => code === 'JPY')).to.deep.include({ minor_units: 0, name: 'Japanese Yen' })
    expect(records.length).to.be.above(50)
  })
})
