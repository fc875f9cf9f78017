/** Forms: what visitors may send, what keeps machines out, and what becomes of whoever sent it. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect } from 'chai'
import { describePlugin, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { type ProofChallenge, solveProof } from '@atrium/sdk'
import audience from '../../audience/contract.ts'
import members from '../../members/contract.ts'
import contract, { CONFIRM_DAYS, type Form, type FormInput } from '../contract.ts'
import { personIn, readAnswers } from '../server/service/answers.ts'
import { numbered } from '../server/service/forms.ts'

const { routes } = contract
const NEEDS = ['spaces', 'content', 'members', 'audience'].map((name) => `plugins/${name}`)
const DAY = 86_400_000
/** A link that nobody was sent. */
const NOBODY = 'x'.repeat(32)

describePlugin('plugins/forms')

const EMAIL = { type: 'field', attributes: { kind: 'email', label: 'Email', required: true } }
const NAME = { type: 'field', attributes: { kind: 'short_text', label: 'Name', fills: 'name' } }
const TOWN = { type: 'field', attributes: { kind: 'short_text', label: 'Town', fills: 'contact:town' } }
const CONSENT = { type: 'field', attributes: { kind: 'consent', label: 'I want letters', required: true } }

describe('forms', () => {
  let app: TestApp
  let admin: TestMember
  let member: TestMember
  let n = 0
  before(async () => {
    app = await testApp([...NEEDS, 'plugins/archive', 'plugins/notifications', 'plugins/forms'])
    admin = await app.member('admin')
    member = await app.member('member')
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  const make = async (elements: object[] = [EMAIL, NAME, TOWN], more: Partial<FormInput> = {}): Promise<Form> => {
    const { id } = await app.as(admin).call(routes.create, { body: { name: `Form ${++n}`, elements, ...more } as never })
    return app.as(admin).call(routes.publish, { params: { id } })
  }
  const idOf = (form: Form, label: string): number => {
    const all = form.elements.flatMap((one) => (one.type === 'layout' ? one.children : [one]))
    return all.find((one) => one.type === 'field' && one.attributes.label === label)!.id
  }
  const answersOf = (form: Form, values: Record<string, string | string[]>) =>
    Object.entries(values).map(([label, value]) => ({ id: idOf(form, label), ...(typeof value === 'string' ? { value } : { value_json: value }) }))
  const challengeOf = async (form: Form, as: TestMember | null = null) => (await app.as(as).call(routes.challenge, { params: { formId: form.id } })).challenge
  const prove = async (form: Form, as: TestMember | null = null) => {
    const challenge = await challengeOf(form, as)
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
  const post = (form: Form, body: object, as: TestMember | null = null) => app.as(as).send('POST', `/internal_api/forms/${form.id}/submissions`, body)
  const send = async (form: Form, values: Record<string, string | string[]>, as: TestMember | null = null, more: object = {}) =>
    post(form, { elements: answersOf(form, values), proof: await prove(form, as), ...more }, as)
  const sent = (form: Form) => app.as(admin).call(routes.submissions, { params: { formId: form.id } })
  const contact = async (email: string) => {
    const { records } = await app.as(admin).call(audience.routes.list, { query: { search_text: email } })
    return records[0]
  }
  const linkTo = async (email: string) => {
    await app.settle()
    const mail = (await app.sent()).findLast(({ recipient }) => recipient === email)
    return mail?.text.match(/\/form\/confirm\/[\w-]+/)?.[0]
  }
  const page = (path: string, method = 'GET', token?: string) =>
    fetch(app.url + path, { method, headers: { accept: 'text/html', ...(token ? { cookie: `atrium_session=${token}` } : {}) } })

  describe('double opt-in', () => {
    it('makes a contact of an address once its owner presses the button that the email leads to', async () => {
      const tag = await app.as(admin).call(audience.routes.createTag, { body: { name: 'Letters' } })
      const form = await make([EMAIL, NAME, TOWN, CONSENT], { member_tag_ids: [tag.id] })
      const reply = await send(form, { Email: 'Ines@new.example', Name: 'Ines', Town: 'Porto', 'I want letters': 'yes' })
      expect([reply.status, reply.body.needs_confirmation]).to.deep.equal([201, true])
      expect(await contact('Ines@new.example')).to.equal(undefined)
      const [waiting] = (await sent(form)).records
      expect(waiting).to.include({ status: 'pending', confirmed_at: null, email: 'Ines@new.example' })
      expect(waiting!.consents.map(({ text }) => text)).to.deep.equal(['I want letters'])
      expect(waiting!.consented_at).to.be.a('string')

      const link = (await linkTo('Ines@new.example'))!
      for (const method of ['GET', 'HEAD', 'GET']) expect((await page(link, method)).status).to.equal(200)
      expect(await contact('Ines@new.example'), 'looking spends nothing').to.equal(undefined)
      expect(await (await page(link)).text()).to.include('<form method="post">')
      const events = await told()
      expect((await page(link, 'POST')).status).to.equal(200)
      expect((await page(link, 'POST')).status, 'a second press').to.equal(200)
      expect(await contact('Ines@new.example')).to.deep.include({ name: 'Ines', source: 'form', type: 'CommunityLead' })
      expect((await contact('Ines@new.example'))!.member_tags.map(({ name }) => name)).to.deep.equal(['Letters'])
      expect((await sent(form)).records[0]).to.include({ status: 'confirmed' })
      expect((await told()) - events, 'told once').to.equal(1)
    })

    it('counts one confirmation of eight presses at once', async () => {
      const form = await make()
      await send(form, { Email: 'eight@new.example' })
      const link = (await linkTo('eight@new.example'))!
      const events = await told()
      await Promise.all(Array.from({ length: 8 }, () => page(link, 'POST')))
      expect((await told()) - events).to.equal(1)
    })

    it('asks a member nothing who gives their own address, and ties the submission to them', async () => {
      const form = await make()
      const [{ email } = { email: '' }] = await app.sql<{ email: string }>(
        'update kernel.account set email_confirmed_at = now() where id = $1 returning email',
        [member.accountId],
      )
      const own = await send(form, { Email: email }, member)
      expect([own.status, own.body.needs_confirmation]).to.deep.equal([201, false])
      expect((await sent(form)).records[0]!.member).to.include({ id: member.id })
      expect((await send(form, { Email: 'other@new.example' }, member)).body.needs_confirmation, 'another address').to.equal(true)
    })

    it('can be switched off; then an address of a member changes nothing about them', async () => {
      const tag = await app.as(admin).call(audience.routes.createTag, { body: { name: 'Off' } })
      const form = await make([EMAIL, NAME], { is_double_opt_in: false, member_tag_ids: [tag.id] })
      expect((await send(form, { Email: 'plain@new.example', Name: 'Plain' })).body.needs_confirmation).to.equal(false)
      expect((await contact('plain@new.example'))!.member_tags).to.have.length(1)
      const [{ email } = { email: '' }] = await app.sql<{ email: string }>('select email from kernel.account where id = $1', [member.accountId])
      await send(form, { Email: email, Name: 'Forged' })
      const tagged = await app.as(admin).call(audience.routes.tag, { params: { id: tag.id } })
      expect(tagged.tagged_members_count).to.equal(1)
    })

    it('refuses links that are forged or too old, and forgets what nobody confirmed', async () => {
      const form = await make()
      expect((await page(`/form/confirm/${NOBODY}`)).status).to.equal(404)
      expect((await page(`/form/confirm/${NOBODY}`, 'POST')).status).to.equal(404)
      await send(form, { Email: 'late@new.example' })
      const link = (await linkTo('late@new.example'))!
      await app.clock.advance((CONFIRM_DAYS + 1) * DAY)
      try {
        expect((await page(link, 'POST')).status).to.equal(404)
        await app.runSchedule('forms.purge')
        const [row] = await app.sql('select submissions_count from forms.form where id = $1', [form.id])
        expect(row.submissions_count).to.equal(0)
        expect(await app.sql('select from forms.spent_proof')).to.have.length(0)
      } finally {
        await app.clock.advance(-(CONFIRM_DAYS + 1) * DAY)
      }
    })
    const told = async () =>
      Number((await app.sql(`select count(*)::int as count from kernel.event where plugin = 'forms' and name = 'form.submitted'`))[0].count)
  })

  describe('against machines', () => {
    it('wants a proof of work, each good once, for one form', async () => {
      const form = await make()
      const other = await make()
      const elements = answersOf(form, { Email: 'proof@new.example' })
      for (const proof of [undefined, '', '%%%', Buffer.from('null').toString('base64'), await prove(other)])
        expect(refusalOf(await post(form, { elements, ...(proof !== undefined && { proof }) }))).to.equal('403 proof_required')
      const proof = await prove(form)
      const all = await Promise.all(Array.from({ length: 8 }, () => post(form, { elements, proof })))
      expect(all.map(({ status }) => status).sort()).to.deep.equal([201, ...Array.from({ length: 7 }, () => 403)])
      // what browsers run is the SDK's own
      const solved = await solveProof((await challengeOf(form)) as ProofChallenge)
      expect((await post(form, { elements, proof: solved })).status).to.equal(201)
    })
    const refusalOf = ({ status, body }: { status: number; body: any }) => `${status} ${body.code}`

    it('keeps nothing of who fills in what people do not see, and says the same', async () => {
      const form = await make()
      const reply = await send(form, { Email: 'bot@new.example' }, null, { website: 'https://spam.example' })
      expect([reply.status, reply.body.success, reply.body.needs_confirmation]).to.deep.equal([201, true, true])
      expect((await sent(form)).records).to.have.length(0)
    })

    it('refuses a form that is sent a thousand times, with the reason', async () => {
      const form = await make([{ ...NAME, attributes: { ...NAME.attributes, required: true } }])
      const statuses = []
      for (let i = 0; i < 25; i++) statuses.push(await post(form, { elements: [] }))
      expect(statuses.at(-1)!.status).to.equal(429)
      app.resetLimits()
      await app.sql(
        `insert into forms.submission (community_id, form_id, created_at) select community_id, id, $2 from forms.form, generate_series(1, 1000) where id = $1`,
        [form.id, new Date()],
      )
      const full = await send(form, { Name: 'Anna' })
      expect([full.status, full.body.message]).to.deep.equal([429, 'This form gets too many submissions right now. Try again in an hour.'])
      await app.sql('delete from forms.submission where form_id = $1', [form.id])
      expect((await send(form, { Name: 'Anna' })).status).to.equal(201)
    })

    it('sends one address three emails in a day', async () => {
      const form = await make()
      for (let i = 0; i < 3; i++) expect((await send(form, { Email: 'mailed@new.example' })).status).to.equal(201)
      const more = await send(form, { Email: 'MAILED@new.example' })
      expect([more.status, more.body.code]).to.deep.equal([429, 'rate_limited'])
    })
  })

  describe('what is taken', () => {
    it('refuses answers that the form does not ask for, lack or cannot take', async () => {
      const form = await make([
        EMAIL,
        CONSENT,
        {
          type: 'layout',
          children: [
            { type: 'field', attributes: { kind: 'number', label: 'Pots' } },
            { type: 'field', attributes: { kind: 'date', label: 'Day' } },
          ],
        },
        { type: 'field', attributes: { kind: 'choice', label: 'Clay', options: ['Stoneware', 'Porcelain'] } },
        { type: 'field', attributes: { kind: 'choices', label: 'Days', options: ['Monday', 'Friday'] } },
        { type: 'field', attributes: { kind: 'long_text', label: 'Words' } },
      ])
      const bad = await post(form, {
        elements: [...answersOf(form, { Email: 'no address', Pots: 'many', Day: '2026-02-31', Clay: 'Plastic', Days: ['Sunday'] }), { id: 99_999, value: 'x' }],
      })
      const keys = Object.keys(bad.body.error_details)
      expect(bad.status).to.equal(422)
      const wrong = ['Email', 'I want letters', 'Pots', 'Day', 'Clay', 'Days'].map((label) => `elements.${idOf(form, label)}`)
      expect(keys.sort()).to.deep.equal([...wrong, 'elements.99999'].sort())
      expect((await post(form, { elements: answersOf(form, { Words: 'x'.repeat(10_001) }) })).status).to.equal(422)
      expect((await post(form, { elements: Array.from({ length: 101 }, () => ({ id: 1 })) })).status).to.equal(422)
      const good = {
        Email: 'all@new.example',
        'I want letters': 'yes',
        Pots: '3,5',
        Day: '2026-02-28',
        Clay: 'Porcelain',
        Days: ['Friday', 'Friday'],
        Words: 'x'.repeat(10_000),
      }
      expect((await send(form, good)).status).to.equal(201)
      const values = Object.fromEntries((await sent(form)).records[0]!.fields.map(({ label, value }) => [label, value]))
      expect(values).to.include({ Pots: '3.5', Day: '2026-02-28', Clay: 'Porcelain' })
      expect(values['Days']).to.deep.equal(['Friday'])
    })

    it('fills hidden fields by what was sent, else by their own value, and marks them', async () => {
      const hidden = { type: 'field', attributes: { kind: 'hidden', label: 'Source', value: 'poster', parameter: 'utm_source' } }
      const form = await make([EMAIL, hidden])
      await send(form, { Email: 'one@new.example' })
      await send(form, { Email: 'two@new.example', Source: 'letter' })
      const said = (await sent(form)).records.map(({ fields }) => fields.find(({ label }) => label === 'Source'))
      expect(said.map((field) => [field!.value, field!.hidden])).to.deep.equal([
        ['letter', true],
        ['poster', true],
      ])
      const html = await (await page(`/form?uid=${form.uid}`)).text()
      expect(html).to.include('type="hidden"').and.include('data-parameter="utm_source"')
    })

    it('redirects to http and https alone', async () => {
      const { id } = await make()
      const set = (redirect_url: string) => app.as(admin).send('PATCH', `/internal_api/forms/${id}`, { redirect_url, after_submission_action: 'redirect' })
      for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/inside', 'ftp://example.com', 'https://', 'x'])
        expect((await set(url)).status, url).to.equal(422)
      expect((await set('')).body.error_details).to.have.property('body.redirect_url')
      expect((await set('https://example.com/thanks')).status).to.equal(200)
      const form = await app.as(admin).call(routes.show, { params: { id } })
      expect((await send(form, { Email: 'redirected@new.example' })).body).to.include({ redirect_url: 'https://example.com/thanks' })
    })

    it('lets nobody see or send a draft but those who manage forms', async () => {
      const { id } = await app.as(admin).call(routes.create, { body: { name: 'Draft' } })
      const draft = await app.as(admin).call(routes.show, { params: { id } })
      expect((await page(`/form?uid=${draft.uid}`)).status).to.equal(404)
      expect((await page(`/form/${draft.uid}`, 'GET', admin.token)).status).to.equal(200)
      expect((await post(draft, { elements: [] })).status).to.equal(404)
      expect((await post(draft, { elements: [] }, admin)).body.code).to.equal('form_not_published')
      expect(await (await page(`/embed/forms/${draft.uid}/embed.js`)).text()).to.equal('')
      expect((await post(draft, { elements: [], submission_on_behalf_of: 'a@b.example' }, member)).status).to.equal(404)
    })

    it('says in whose name only to those who manage forms', async () => {
      const form = await make([NAME])
      const on = async (as: TestMember | null) => (await send(form, { Name: 'Tom' }, as, { submission_on_behalf_of: await emailOf(member) })).status
      expect([await on(null), await on(member), await on(admin)]).to.deep.equal([403, 403, 201])
      expect((await sent(form)).records[0]!.member).to.include({ id: member.id })
    })
    const emailOf = async ({ accountId }: TestMember) =>
      (await app.sql<{ email: string }>('select email from kernel.account where id = $1', [accountId]))[0]!.email
  })

  describe('pages', () => {
    it('stand in frames of other sites with one script of ours, and escape what admins and visitors write', async () => {
      const form = await make([EMAIL, { type: 'text', attributes: { text: '<script>alert(1)</script>' } }], { name: '"><img src=x>' })
      const reply = await page(`/form?uid=${form.uid}&embed=1`)
      const policy = reply.headers.get('content-security-policy')!
      expect(policy).to.include('frame-ancestors *').and.include(`script-src 'self'`).and.include(`default-src 'none'`)
      const html = await reply.text()
      expect(html).to.not.include('<script>alert').and.not.include('<img src=x>')
      expect(html.match(/<script/g)).to.have.length(1)
      const script = await page('/embed/forms/form.js')
      expect(script.headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
      const loader = await (await page(`/embed/forms/${form.uid}/embed.js`)).text()
      // both are JavaScript that parses
      for (const text of [await script.text(), loader]) expect(() => new Function(text), text.slice(0, 80)).to.not.throw()
      expect((await page(`/form?uid=${'0'.repeat(16)}`)).status).to.equal(404)
      const confirmation = await page(`/form/confirm/${NOBODY}`)
      expect(confirmation.headers.get('content-security-policy')).to.include(`frame-ancestors 'none'`)
    })

    it('show the colours that were chosen, and a text that can be read on them', async () => {
      const styles = { form: { backgroundColor: '#101010', color: '' }, button: { backgroundColor: '', color: '' } }
      const form = await make([EMAIL], { standalone_page_styles: styles })
      const html = await (await page(`/form?uid=${form.uid}`)).text()
      expect(html).to.include('background:#101010').and.include('.card{color:#ffffff')
      const bad = { embed_styles: { form: { color: 'red;}' } } }
      expect((await app.as(admin).send('PATCH', `/internal_api/forms/${form.id}`, bad)).status).to.equal(422)
    })
  })

  describe('for admins', () => {
    it('keep ids of elements and labels of answers whatever changes', async () => {
      const form = await make([EMAIL, NAME])
      await send(form, { Email: 'labels@new.example', Name: 'Anna' })
      const [email, name] = form.elements
      const changed = await app.as(admin).call(routes.update, {
        params: { id: form.id },
        body: {
          elements: [
            { type: 'field', attributes: { kind: 'short_text', label: 'New' } },
            { ...email, attributes: { ...email!.attributes, label: 'Mail' } },
          ] as never,
        },
      })
      expect(changed.elements.map(({ id }) => id)).to.deep.equal([name!.id + 1, email!.id])
      const [row] = (await sent(form)).records
      expect(row!.fields.map(({ label }) => label)).to.deep.equal(['Email', 'Name'])
      const { body } = await app.as(admin).send('POST', `/internal_api/forms/${form.id}/submissions/export`, {})
      expect(String(body)).to.include('Mail').and.include('New').and.include('Name').and.include('labels@new.example')
    })

    it('refuse an edit over a newer one, and elements beyond what a form may have', async () => {
      const form = await make()
      const set = (body: object) => app.as(admin).send('PATCH', `/internal_api/forms/${form.id}`, body)
      expect((await set({ name: 'One', version: form.version })).status).to.equal(200)
      expect((await set({ name: 'Two', version: form.version })).body.code).to.equal('edit_conflict')
      const many = (count: number) => Array.from({ length: count }, (_, i) => ({ type: 'field', attributes: { label: `Field ${i}` } }))
      expect((await set({ elements: many(101) })).status).to.equal(422)
      expect((await set({ elements: [{ type: 'layout', children: many(100) }] })).status).to.equal(422)
      expect((await set({ elements: many(100) })).status).to.equal(200)
      expect((await set({ elements: [{ type: 'layout', children: [{ type: 'layout', children: [] }] }] })).status).to.equal(422)
      const options = Array.from({ length: 101 }, (_, i) => `${i}`)
      expect((await set({ elements: [{ type: 'field', attributes: { kind: 'choice', label: 'x', options } }] })).status).to.equal(422)
      expect((await set({ elements: [{ type: 'field', attributes: { kind: 'choice', label: 'x' } }] })).body.error_details).to.have.property(
        'body.elements.0.attributes.options',
      )
      expect((await set({ elements: [] })).status, 'a published form without a field').to.equal(422)
    })

    it('correct answers, but neither the address nor a consent', async () => {
      const form = await make([EMAIL, NAME, CONSENT])
      await send(form, { Email: 'fixed@new.example', Name: 'Ana', 'I want letters': 'yes' })
      const [row] = (await sent(form)).records
      const saved = await app.as(admin).call(routes.updateSubmission, {
        params: { formId: form.id, id: row!.id },
        body: { elements: answersOf(form, { Email: 'stolen@new.example', Name: 'Anna', 'I want letters': '' }) },
      })
      expect(saved.fields.map(({ value }) => value)).to.deep.equal(['fixed@new.example', 'Anna', 'yes'])
      expect(saved.email).to.equal('fixed@new.example')
    })

    it('find, page through, count and delete submissions', async () => {
      const form = await make([NAME])
      for (const name of ['Anna', 'Bruno', 'Carla']) await send(form, { Name: name })
      const list = (query: object) => app.as(admin).call(routes.submissions, { params: { formId: form.id }, query })
      const first = await list({ per_page: 2 })
      expect([first.records.length, first.count]).to.deep.equal([2, 3])
      expect((await list({ per_page: 2, cursor: first.next_cursor })).records).to.have.length(1)
      expect((await list({ search_text: 'brun' })).records).to.have.length(1)
      expect((await list({ search_text: 'field_id' })).records, 'no name of ours').to.have.length(0)
      await app.as(admin).call(routes.destroySubmission, { params: { formId: form.id, id: first.records[0]!.id } })
      expect((await app.as(admin).call(routes.show, { params: { id: form.id } })).submissions_count).to.equal(2)
    })

    it('fill the profile of a member who sends it, where it can hold the answer', async () => {
      const field = await app.as(admin).call(members.routes.createField, { body: { profile_field: { label: 'Kiln', field_type: 'text' } } })
      const form = await make([{ type: 'field', attributes: { kind: 'short_text', label: 'Kiln', fills: `profile:${field.key}` } }])
      expect((await send(form, { Kiln: 'Wood' }, member)).status).to.equal(201)
      const values = await app.run(null, (ctx) => ctx.use(members).valuesOf([member.id]))
      expect(values.get(member.id)).to.include({ [field.key]: 'Wood' })
      const gone = await make([{ type: 'field', attributes: { kind: 'short_text', label: 'Kiln', fills: 'profile:no_such_field' } }])
      expect((await send(gone, { Kiln: 'Wood' }, member)).status).to.equal(201)
    })
  })

  it('forget with an account what was sent by it and with its address', async () => {
    const leaver = await app.member('member')
    const form = await make([EMAIL, NAME])
    const [{ email } = { email: '' }] = await app.sql<{ email: string }>('select email from kernel.account where id = $1', [leaver.accountId])
    await send(form, { Email: email, Name: 'By address' })
    await send(form, { Email: 'else@new.example', Name: 'By account' }, leaver)
    await send(form, { Email: 'stays@new.example', Name: 'Stays' })
    await app.run(null, async (ctx) => {
      const server = (await import('../server/index.ts')).default
      await server.hooks!.erase!(ctx.as('forms'), { memberId: leaver.id, formerName: 'Former member', names: [leaver.name], emails: [email.toLowerCase()] })
    })
    const { records, count } = await sent(form)
    expect([records.map((one) => one.email), count]).to.deep.equal([['stays@new.example'], 1])
  })

  it('read names, fields and consents from answers', () => {
    const { elements } = numbered(
      [
        {
          type: 'field',
          attributes: { kind: 'consent', label: 'Yes', help: 'Weekly', required: false, options: [], fills: null, placeholder: '', value: '', parameter: '' },
        },
        {
          type: 'field',
          attributes: {
            kind: 'choices',
            label: 'Days',
            help: '',
            required: false,
            options: ['A', 'B'],
            fills: 'contact:days',
            placeholder: '',
            value: '',
            parameter: '',
          },
        },
      ],
      [],
      1,
    )
    const read = readAnswers(elements, [
      { id: 1, value: 'yes' },
      { id: 2, value_json: ['A', 'B'] },
    ])
    expect(personIn(elements, read)).to.deep.equal({
      email: null,
      name: '',
      contact: { days: 'A, B' },
      profile: {},
      consents: [{ field_id: 1, text: 'Yes\nWeekly' }],
    })
  })
})
