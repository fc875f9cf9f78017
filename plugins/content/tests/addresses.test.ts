/** Addresses in spaces: one each however many want the same, old ones that lead to the new, and the screen of a kind that content knows nothing of. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'

const { routes } = contract

describe('addresses', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let open: { id: number; slug: string }
  let other: { id: number; slug: string }
  let secret: { id: number; slug: string }
  let record = 100

  const wordFor = (wanted: string) => app.run(null, async (ctx) => ctx.use(contract).slugFor('thing', wanted))
  const take = (kind: string, id: number, slug: string, space = open) =>
    app.run(null, (ctx) => ctx.use(contract).takeAddress({ kind, id, spaceId: space.id, slug }))
  const move = (id: number, slug: string, space: { id: number }, keep = true) =>
    app.run(null, (ctx) => ctx.use(contract).moveAddress({ kind: 'thing', id, spaceId: space.id, slug }, { keep }))
  const ask = (who: TestMember | null, space: { slug: string }, slug: string) => app.as(who).call(routes.at, { query: { space: space.slug, slug } })
  const missing = async (who: TestMember | null, space: { slug: string }, slug: string) =>
    expect(await refusal(ask(who, space, slug))).to.include({ status: 404 })

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/content/tests/thing'])
    admin = await app.member('admin')
    ana = await app.member('member', { name: 'Ana Lima' })
    const group = await app.as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
    const make = async (name: string, more: object = {}) =>
      (await app.as(admin).call(spaces.routes.create, { body: { name, space_group_id: group.id, ...more } })).space
    open = await make('Open')
    other = await make('Other')
    secret = await make('Secret', { is_hidden: true })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('are one each where records of several kinds want one in the same moment, round after round', async () => {
    for (let round = 0; round < 25; round++) {
      const wanted = `round-${round}`
      const slugs = await Promise.all(Array.from({ length: 8 }, (_, n) => take(n % 2 ? 'thing' : 'note', ++record, wanted)))
      expect(new Set(slugs).size, slugs.join()).to.equal(8)
      expect(slugs.filter((slug) => slug === wanted)).to.have.length(1)
      for (const slug of slugs) expect(slug).to.match(new RegExp(`^${wanted}(-[a-z0-9]{6})?$`))
    }
  })

  it('that were left are one each too, for whoever comes after at once', async () => {
    for (let round = 0; round < 10; round++) {
      const [id, wanted] = [++record, `left-${round}`]
      await take('thing', id, wanted)
      await move(id, wanted, other)
      const slugs = await Promise.all([1, 2, 3, 4].map(() => take('thing', ++record, wanted)))
      expect(
        slugs.filter((slug) => slug === wanted),
        slugs.join(),
      ).to.have.length(1)
      expect((await ask(ana, other, wanted)).id).to.equal(id)
    }
  })

  it('are never what a screen of an installed plugin is called there, nor a call of the kind', async () => {
    for (const word of ['Members', 'latest']) expect(await wordFor(word)).to.match(/^\w+-[a-z0-9]{6}$/)
    for (const [said, slug] of [
      ['A thing', 'a-thing'],
      ['', 'thing'],
      ['edit', 'edit'],
    ] as const)
      expect(await wordFor(said)).to.equal(slug)
    const more = await testApp(['plugins/spaces', 'plugins/content', 'plugins/content/tests/thing', 'plugins/courses'])
    try {
      // an edit page of courses, of which nobody here keeps a list
      expect(await more.run(null, async (ctx) => ctx.use(contract).slugFor('thing', 'edit-course'))).to.match(/^edit-course-[a-z0-9]{6}$/)
    } finally {
      await more.close()
    }
  })

  it('answer kind, id and the first reply of the screen, without what that reply does not promise', async () => {
    const id = ++record
    await take('thing', id, 'a-bowl')
    const first = [{ key: ['thing', 'show', { params: { space: open.slug, slug: 'a-bowl' } }], data: { id, name: `Thing ${id}` } }]
    const answer = { kind: 'thing', id, path: `/c/${open.slug}/a-bowl`, first }
    expect(await ask(ana, open, 'a-bowl')).to.deep.equal(answer)
    expect(await ask(null, open, 'a-bowl'), 'a visitor').to.deep.equal(answer)
    const page = await app.as(null).send('GET', answer.path, undefined, { accept: 'text/html' })
    expect(page.status).to.equal(200)
    expect(String(page.body)).to.include(`<h1>Thing ${id}</h1>`)
    const shell = await app.as(ana).send('GET', answer.path, undefined, { accept: 'text/html' })
    expect(String(shell.body), 'the page brings the answer').to.include('"key":["content","at",{"query":{"space":')
    expect((await app.as(ana).send('GET', `/c/${open.slug}/no-bowl`, undefined, { accept: 'text/html' })).status).to.equal(404)
  })

  it('lead from where a record was to where it is, as far as the reader sees it there', async () => {
    const id = ++record
    await take('thing', id, 'a-jug')
    await move(id, 'a-jug', other)
    expect((await ask(ana, open, 'a-jug')).path).to.equal(`/c/${other.slug}/a-jug`)
    await move(id, 'a-jug', secret)
    for (const space of [open, other, secret]) await missing(ana, space, 'a-jug')
    expect((await ask(admin, open, 'a-jug')).path).to.equal(`/c/${secret.slug}/a-jug`)
    expect(await move(id, 'a-jug', open), 'back where it was').to.equal('a-jug')
    for (const space of [open, secret]) expect((await ask(ana, space, 'a-jug')).path).to.equal(`/c/${open.slug}/a-jug`)
    await move(id, 'another-jug', open, false)
    await missing(ana, open, 'a-jug')
  })

  it('are free again when the record is forgotten, and nobody’s page where a kind has none', async () => {
    const [id, next] = [++record, ++record]
    await take('thing', id, 'a-plate')
    await app.run(null, (ctx) => ctx.use(contract).forget('thing', id))
    await missing(ana, open, 'a-plate')
    expect(await take('thing', next, 'a-plate')).to.equal('a-plate')
    await take('note', ++record, 'no-page')
    await missing(ana, open, 'no-page')
    await missing(ana, open, 'nothing')
    await missing(ana, { slug: 'nowhere' }, 'a-plate')
  })

  it('say that the plugin of a kind is off, to those who may see what stands there', async () => {
    await take('thing', ++record, 'a-cup')
    await take('thing', ++record, 'a-cup', secret)
    await app.switch('thing', false)
    try {
      expect(await refusal(ask(ana, open, 'a-cup'))).to.include({ status: 404, code: 'plugin_off' })
      expect(await refusal(ask(ana, secret, 'a-cup'))).to.include({ status: 404, code: 'not_found' })
      const page = await app.as(null).send('GET', `/c/${open.slug}/a-cup`, undefined, { accept: 'text/html' })
      expect(page.status).to.equal(404)
    } finally {
      await app.switch('thing', true)
    }
    expect((await ask(ana, open, 'a-cup')).kind).to.equal('thing')
  })
})
