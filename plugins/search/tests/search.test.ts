/** What search promises, after the suite that every plugin passes: it finds what the reader may see, forgives, filters, and keeps quiet about the rest. */
import { describePlugin, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import content from '../../content/contract.ts'
import events from '../../events/contract.ts'
import members from '../../members/contract.ts'
import media from '../../media/contract.ts'
import posts from '../../posts/contract.ts'
import spaces from '../../spaces/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import search from '../contract.ts'

const { routes } = search
const WORDS = Buffer.from('Row 31: base and two silica')
const doc = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

describePlugin('plugins/search')

describe('search', () => {
  let app: TestApp
  let admin: TestMember
  let ana: TestMember
  let ben: TestMember
  let open: { id: number; slug: string }
  let secret: { id: number; slug: string }

  const ask = (who: TestMember | null, text: string, query: object = {}) => {
    app.resetLimits()
    return app.as(who).call(routes.search, { query: { text, ...query } })
  }
  const find = async (who: TestMember | null, text: string, query: object = {}) =>
    (await ask(who, text, query)).records.map(({ kind, title }) => (kind === 'comment' ? `comment on ${title}` : title))
  const write = (who: TestMember, spaceId: number, name: string, text: string) =>
    app.as(who).call(posts.routes.create, { params: { spaceId }, body: { post: { name, tiptap_body: { body: doc(text) } } } })
  const say = (who: TestMember, postId: number, text: string) =>
    app.as(who).call(content.routes.createComment, { params: { postId }, body: { comment: { tiptap_body: { body: doc(text) } } } })

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/members', 'plugins/media', 'plugins/posts', 'plugins/events', 'plugins/search'])
    admin = await app.member('admin')
    ana = await app.member('member', { name: 'Ana Lima' })
    ben = await app.member('member', { name: 'Ben Okoro' })
    const group = await app.as(admin).call(spaces.routes.createGroup, { body: { name: 'Studio' } })
    const make = async (name: string, more: object = {}) =>
      (await app.as(admin).call(spaces.routes.create, { body: { name, space_group_id: group.id, ...more } })).space
    open = await make('Glaze lab')
    secret = await make('Secret shelf', { is_private: true, is_hidden: true })
    for (const member of [ana, ben]) await app.as(member).call(spaces.routes.join, { params: { id: open.id } })
    const celadon = await write(ana, open.id, 'Three celadons, one bowl', 'Holding for forty minutes closed the crackle and kept the blue.')
    await write(ben, open.id, 'Plaster bats', 'They dry in a day. See the café by the kiln, where the iron saturate glaze hangs.')
    await write(admin, secret.id, 'Hidden saggar', 'A saggar with celadon behind the shelf.')
    await say(ben, celadon.id, 'My celadon went grey in the kiln')
    await app.settle()
  })
  after(() => app?.close())

  it('finds all of the words in any form, half a word, a mistyped one, one without its accent, and marks them', async () => {
    expect(await find(ana, 'celadon')).to.deep.equal(['Three celadons, one bowl', 'comment on Three celadons, one bowl'])
    expect(await find(ana, 'celadon bowl')).to.deep.equal(['Three celadons, one bowl'])
    expect(await find(ana, 'crack')).to.deep.equal(['Three celadons, one bowl'])
    expect(await find(ana, 'cafe')).to.deep.equal(['Plaster bats'])
    for (const typed of ['plasetr', 'crakcle', 'saturrate']) expect(await ask(ana, typed), typed).to.include({ is_close: true, count: 1 })
    expect(await find(ana, 'celadon nonsensical')).to.deep.equal(['Three celadons, one bowl', 'comment on Three celadons, one bowl'])
    const { records, is_close } = await ask(ana, 'crackle')
    expect(is_close).to.equal(false)
    expect(records[0]!.excerpt.filter(({ mark }) => mark).map(({ text }) => text)).to.deep.equal(['crackle'])
    expect(records[0]).to.deep.include({ space: { id: open.id, slug: open.slug, name: 'Glaze lab', emoji: null } })
    expect(records[0]!.author).to.include({ id: ana.id, name: 'Ana Lima' })
    expect((await ask(ana, 'celadon')).records[0]!.highlighted_title).to.deep.equal([
      { text: 'Three ', mark: false },
      { text: 'celadons', mark: true },
      { text: ', one bowl', mark: false },
    ])
  })

  it('takes phrases, words to leave out and operators, alone and together', async () => {
    expect(await find(ana, '"iron saturate"')).to.deep.equal(['Plaster bats'])
    expect(await find(ana, '"saturate iron"')).to.deep.equal([])
    expect(await find(ana, 'celadon -grey')).to.deep.equal(['Three celadons, one bowl'])
    expect(await find(ana, 'kiln author:ben')).to.have.members(['Plaster bats', 'comment on Three celadons, one bowl'])
    expect(await find(ana, 'author:"Ana Lima"')).to.deep.equal(['Three celadons, one bowl'])
    expect(await find(ana, 'author:me type:post')).to.deep.equal(['Three celadons, one bowl'])
    expect(await find(ana, 'celadon type:comments')).to.deep.equal(['comment on Three celadons, one bowl'])
    expect(await find(ana, `celadon in:${open.slug}`)).to.have.length(2)
    expect(await find(ana, 'celadon in:"Glaze lab" type:post')).to.have.length(1)
    expect(await find(ana, 'celadon after:2020')).to.have.length(2)
    expect(await find(ana, 'celadon before:2020')).to.deep.equal([])
    expect(await find(ana, 'celadon has:file')).to.deep.equal([])
    expect(await find(ana, 'Glaze lab')).to.include('Glaze lab')
    expect((await find(ana, 'okoro'))[0]).to.equal('Ben Okoro')
  })

  it('answers what makes no sense with a word why, and never fails', async () => {
    const notes = async (text: string) => (await ask(ana, text)).notes
    expect((await notes('celadon author:'))[0]).to.match(/author: was ignored/)
    expect(await find(ana, 'celadon author: in: has: type: before: after:')).to.have.length(2)
    expect((await notes('celadon before:soon'))[0]).to.match(/needs a date/)
    expect(await notes('celadon type:nonsense has:gold')).to.have.length(2)
    expect((await notes('author:nobodyatall'))[0]).to.match(/No member named “nobodyatall”/)
    expect((await notes('"iron saturate'))[0]).to.match(/quotation mark is missing/)
    expect(await find(ana, '"iron saturate')).to.deep.equal(['Plaster bats'])
    for (const text of [
      '-',
      '"',
      '""',
      '-""',
      ':',
      'in:"',
      '& | ! ( ) <-> :*',
      "'; drop table x; --",
      '\\',
      '%',
      '漢字',
      '🔥',
      'a'.repeat(500),
      '" '.repeat(200),
    ])
      expect((await ask(ana, text, { counts: '1' })).count, text).to.be.a('number')
    expect(await refusal(ask(ana, 'x'.repeat(501)))).to.include({ status: 422 })
    expect((await app.as(ana).send('GET', `/internal_api/search?text=${'x'.repeat(1_000_000)}`)).status).to.be.within(400, 499)
    expect(await refusal(ask(ana, '  '))).to.include({ status: 422 })
  })

  it('A05: says nothing of what the reader may not see: no hit, no count, no suggestion, no likeness', async () => {
    for (const who of [ana, null]) {
      for (const text of ['saggar', 'sagger', `in:${secret.slug}`, 'in:"Secret shelf" celadon', 'author:me saggar', '"behind the shelf"']) {
        const reply = await ask(who, text, { counts: '1' })
        expect(JSON.stringify([reply.records, reply.counts, reply.count]), text).to.equal('[[],[],0]')
      }
      expect((await app.as(who).call(routes.suggestions, { query: { operator: 'in', text: 'secret' } })).records).to.deep.equal([])
      expect((await ask(who, 'celadon', { counts: '1' })).counts.map(({ kind, count }) => [kind, count])).to.have.deep.members([
        ['post', 1],
        ['comment', 1],
      ])
    }
    expect(await find(admin, 'saggar')).to.deep.equal(['Hidden saggar'])
    // the index still says that everybody may read it; the record says no
    await app.sql(`update kernel.search_document set space_id = null where title = 'Hidden saggar'`)
    expect(await ask(ana, 'saggar', { counts: '1' })).to.deep.include({ records: [], counts: [], count: 0 })
    await app.sql(`update kernel.search_document set space_id = $1 where title = 'Hidden saggar'`, [secret.id])
  })

  it('counts by kind whatever kind was asked for, and pages', async () => {
    const first = await ask(ana, 'celadon type:comment', { counts: '1', per_page: 1 })
    expect(first.counts.map(({ kind }) => kind)).to.have.members(['post', 'comment'])
    const [one, two] = [await ask(ana, 'celadon', { per_page: 1 }), await ask(ana, 'celadon', { per_page: 1, page: 2 })]
    expect([one.has_next_page, two.has_next_page]).to.deep.equal([true, false])
    expect([...one.records, ...two.records].map(({ kind }) => kind)).to.deep.equal(['post', 'comment'])
    expect((await find(ana, 'celadon', { sort: 'newest' }))[0]).to.equal('comment on Three celadons, one bowl')
  })

  it('offers members and spaces that fit', async () => {
    const offered = async (operator: 'author' | 'in', text: string) =>
      (await app.as(ana).call(routes.suggestions, { query: { operator, text } })).records.map(({ value }) => value)
    expect(await offered('author', 'ben')).to.deep.equal(['Ben Okoro'])
    expect(await offered('author', 'be')).to.deep.equal(['Ben Okoro'])
    // no language has it for a word to look for
    const will = await app.member('member', { name: 'Will Do' })
    await app.settle()
    expect(await offered('author', 'will')).to.deep.equal(['Will Do'])
    expect(await find(ana, 'will')).to.deep.equal([will.name])
    expect(await offered('in', 'gla')).to.deep.equal([open.slug])
  })

  it('finds nobody who is outside of the directory, and nobody whom a block parts from the reader', async () => {
    const gil = await app.member('member', { name: 'Gil Quartz' })
    await app.settle()
    const found = async (who: TestMember) => [
      await find(who, 'quartz'),
      (await app.as(who).call(routes.suggestions, { query: { operator: 'author', text: 'gil' } })).records.map(({ value }) => value),
    ]
    const [both, none] = [
      [['Gil Quartz'], ['Gil Quartz']],
      [[], []],
    ]
    expect(await found(ana)).to.deep.equal(both)
    await app.as(gil).call(members.routes.updatePreference, { body: { visible_in_member_directory: false } })
    expect(await found(ana)).to.deep.equal(none)
    for (const who of [gil, admin]) expect(await found(who)).to.deep.equal(both)
    await app.as(gil).call(members.routes.updatePreference, { body: { visible_in_member_directory: true } })
    await app.as(gil).call(members.routes.createBoundary, { body: { community_member_id: ana.id, kind: 'block' } })
    expect(await found(ana)).to.deep.equal(none)
    expect(await found(ben)).to.deep.equal(both)
  })

  it('remembers and saves for each alone', async () => {
    const as = app.as(ana)
    for (const text of ['one', 'two', 'one']) await as.call(routes.remember, { body: { text } })
    for (let n = 0; n < 25; n++) await as.call(routes.remember, { body: { text: `more ${n}` } })
    const saved = await as.call(routes.save, { body: { saved_search: { text: 'celadon in:glaze-lab' } } })
    expect((await as.call(routes.save, { body: { saved_search: { text: 'celadon in:glaze-lab' } } })).id).to.equal(saved.id)
    const mine = await as.call(routes.history)
    expect([mine.recent.length, mine.recent[0]!.text, mine.saved.map(({ name }) => name)]).to.deep.equal([20, 'more 24', ['celadon in:glaze-lab']])
    expect(await app.as(ben).call(routes.history)).to.deep.equal({ recent: [], saved: [] })
    for (const call of [
      app.as(ben).call(routes.unsave, { params: { id: saved.id } }),
      app.as(ben).call(routes.renameSaved, { params: { id: saved.id }, body: { saved_search: { name: 'Theirs' } } }),
    ])
      expect(await refusal(call)).to.include({ status: 404 })
    expect((await as.call(routes.renameSaved, { params: { id: saved.id }, body: { saved_search: { name: 'Celadon' } } })).name).to.equal('Celadon')
    await as.call(routes.clearHistory)
    await as.call(routes.unsave, { params: { id: saved.id } })
    expect(await as.call(routes.history)).to.deep.equal({ recent: [], saved: [] })
    expect((await app.as(null).send('GET', '/internal_api/search/history')).status).to.equal(401)
  })

  it('A85: forgets the name of who has left, in the words in use too', async () => {
    const gone = await app.member('member', { name: 'Zebedee Quartzman' })
    await app.settle()
    const known = async () => (await app.sql(`select word from kernel.search_word where word in ('zebedee', 'quartzman') order by 1`)).map(({ word }) => word)
    expect(await known()).to.deep.equal(['quartzman', 'zebedee'])
    expect(await find(ana, 'quartzmna')).to.deep.equal(['Zebedee Quartzman'])
    await app.run(admin.communityId, (ctx) => ctx.members.remove(gone.id, 'deactivated'))
    await app.settle()
    expect(await known()).to.deep.equal([])
  })

  it('finds files by their names, where their record is found, and by what is said in them', async () => {
    const attach = async (who: TestMember, spaceId: number, filename: string) => {
      const begun = await app.as(who).call(media.routes.directUploads, { body: { blob: { filename, byte_size: WORDS.length } } })
      const { body: file } = await app.as(who).send('PUT', begun.direct_upload.url, WORDS, { 'content-type': 'application/octet-stream', 'upload-offset': '0' })
      const body = {
        type: 'doc' as const,
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'See below' }] },
          { type: 'file', attrs: { signed_id: file.signed_id } },
        ],
      }
      await app.as(who).call(posts.routes.create, { params: { spaceId }, body: { post: { name: `With ${filename.length} letters`, tiptap_body: { body } } } })
    }
    await attach(ana, open.id, 'celadon-line_blend.42.txt')
    await attach(admin, secret.id, 'saggar-plan.txt')
    await app.settle()
    expect(await find(ben, 'blend type:file')).to.deep.equal(['celadon-line_blend.42.txt'])
    expect(await find(null, 'blend type:file')).to.deep.equal(['celadon-line_blend.42.txt'])
    expect(await find(ben, 'has:file type:post')).to.deep.equal(['With 25 letters'])
    expect(await find(ben, 'saggar type:file')).to.deep.equal([])
    expect(await find(admin, 'saggar type:file')).to.deep.equal(['saggar-plan.txt'])
    const [{ id }] = (await app.sql('select id from kernel.file where filename = $1', ['celadon-line_blend.42.txt'])) as [{ id: number }]
    await app.as(ana).call(media.routes.createTranscript, {
      body: { file_id: id, language: 'en', cues: [{ start: 0, end: 2, text: 'Silica closes the crazing' }] },
    })
    expect(await find(ben, 'crazing')).to.deep.equal(['celadon-line_blend.42.txt'])
  })

  it('finds words inside of sentences in scripts without spaces, and parts of addresses and versions, in texts, titles and names, marked as one', async () => {
    const cases: [text: string, query: string][] = [
      ['我家在上海东边的陶艺工作室每周开放', '上海'],
      ['我家在上海东边的陶艺工作室每周开放', '工作室'],
      ['素焼きの温度は八百度くらいで十分です', '温度'],
      ['素焼きの温度は八百度くらいで十分です', '八百度'],
      ['วันนี้เราจะเผาเครื่องปั้นดินเผาด้วยกัน', 'ดินเผา'],
      ['도자기공방에서 물레를 배웁니다', '물레'],
      ['write to user_name@example.org', 'user_name'],
      ['use node.js v18.2.0', 'v18.2.0'],
    ]
    for (const text of new Set(cases.map(([one]) => one))) await write(ana, open.id, `On ${text.length}`, text)
    await write(ana, open.id, '上海的陶艺', 'In the title')
    const mei = await app.member('member', { name: '王小明' })
    await app.settle()
    for (const [text, query] of cases) {
      const { records } = await ask(ana, query)
      const found = records.find(({ title }) => title === `On ${text.length}`)
      const excerpt = found?.excerpt.map((part) => part.text).join('') ?? ''
      expect(text, query).to.include(excerpt)
      expect(excerpt.length, query).to.be.above(query.length)
      if (/\p{Script=Han}/u.test(query)) expect(found!.excerpt.filter(({ mark }) => mark).map((part) => part.text)).to.include(query)
    }
    const [first] = (await ask(ana, '上海')).records
    expect([first!.title, first!.highlighted_title]).to.deep.equal([
      '上海的陶艺',
      [
        { text: '上海', mark: true },
        { text: '的陶艺', mark: false },
      ],
    ])
    // letters that stand apart from each other are no word
    for (const query of ['海上', '作室工', '"室工作"']) expect(await find(ana, query), query).to.deep.equal([])
    expect(await find(ana, '陶艺 -上海')).to.deep.equal([])
    for (const query of ['小明', '王小明', '王']) {
      const { records } = await app.as(ana).call(members.routes.list, { query: { search_text: query } })
      expect(
        records.map(({ id }) => id),
        query,
      ).to.deep.equal([mei.id])
    }
    expect((await app.as(ana).call(routes.suggestions, { query: { operator: 'author', text: '小明' } })).records.map(({ label }) => label)).to.deep.equal([
      '王小明',
    ])
  })

  it('goes on with a rebuild that nobody works on, as one that an update began, so that old documents are found too', async () => {
    await app.sql(
      `update kernel.search_document set title = '上海的陶艺', words = kernel.search_words('kernel.english', '上海的陶艺', body) where title like '上%'`,
    )
    expect(await find(ana, '陶艺')).to.not.include('上海的陶艺')
    await app.sql(`insert into search.rebuild (community_id, member_id, started_at, updated_at) values ($1, $2, now(), now() - interval '1 hour')`, [
      admin.communityId,
      admin.id,
    ])
    await app.runSchedule('resume')
    await app.settle()
    expect((await app.as(admin).call(routes.rebuild)).rebuild).to.include({ status: 'done' })
    expect(await find(ana, '陶艺')).to.include('上海的陶艺')
  })

  it('F47: is rebuilt from what plugins have, once at a time, and drops what is left over', async () => {
    const before = await app.sql(`select kind, record_id, space_id, author_member_id, title, path, created_at from kernel.search_document order by 1, 2`)
    await app.sql(`delete from kernel.search_document where kind in ('post', 'member')`)
    await app.sql(
      `insert into kernel.search_document (community_id, kind, record_id, title, body, path, updated_at, put_at, words) values ($1, 'comment', 999999, '', 'left over celadon', '/x', now(), '2020-01-01', kernel.search_words('kernel.english', '', 'left over celadon'))`,
      [admin.communityId],
    )
    expect(await refusal(app.as(ana).call(routes.startRebuild))).to.include({ status: 403 })
    const [one, two] = await Promise.all([app.as(admin).call(routes.startRebuild), app.as(admin).call(routes.startRebuild)])
    expect(one.id).to.equal(two.id)
    await app.settle()
    const { rebuild } = await app.as(admin).call(routes.rebuild)
    expect(rebuild).to.include({ id: one.id, status: 'done' })
    expect(
      await app.sql(`select kind, record_id, space_id, author_member_id, title, path, created_at from kernel.search_document order by 1, 2`),
    ).to.deep.equal(before)
  })

  it('shows what is found: its picture, a face, the date of what takes place', async () => {
    const firings = await makeSpace(app, admin, [ana], { types: ['basic', 'event'] })
    const starts = new Date(Date.now() + 9 * 86_400_000).toISOString()
    await app.as(admin).call(events.routes.create, {
      params: { spaceId: firings.id },
      body: { event: { name: 'Saltkiln night', event_setting_attributes: { starts_at: starts, time_zone: 'Europe/Oslo' } } },
    })
    await app.settle()
    const [event] = (await ask(admin, 'Saltkiln')).records
    expect([event!.kind, new Date(event!.starts_at!).toISOString().slice(0, 16)]).to.deep.equal(['event', starts.slice(0, 16)])
    const picture = await app.upload(ana, 'bowl.png')
    const wadding = { name: 'Wadding', cover_image: picture.signedId, tiptap_body: { body: doc('Alumina and flour.') } }
    await app.as(ana).call(posts.routes.create, { params: { spaceId: firings.id }, body: { post: wadding } })
    await app.settle()
    const [post] = (await ask(ana, 'Wadding')).records
    expect([post!.image?.startsWith('/files/'), post!.starts_at]).to.deep.equal([true, null])
  })
})
