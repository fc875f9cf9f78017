/** Imports: any encoding and delimiter, a report by row, nothing doubled, gone on with after a kill, undone. */
import { growth, LINEAR, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import audience from '../../audience/contract.ts'
import { makeSpace } from '../../spaces/tests/kit.ts'
import contract from '../contract.ts'
import { columnsOf, hasHeader } from '../server/service/imports/columns.ts'
import { detect, read } from '../server/service/imports/reading.ts'
import { dateOrderOf, momentOf, orderIn } from '../server/service/imports/rows.ts'
import { bring, PLUGINS } from './kit.ts'

const { routes } = contract

describe('reading a table', () => {
  const all = (bytes: Buffer) => {
    const form = detect(bytes)
    return { form, cells: read(bytes, form, true).records.map(({ cells }) => cells) }
  }
  it('finds out how it is written', () => {
    const text = 'E-mail;Nome\r\nana@x.com;Conceição Muñoz\r\n'
    expect(all(Buffer.from(text)).form).to.deep.equal({ encoding: 'utf-8', delimiter: ';' })
    const latin = all(Buffer.from(text, 'latin1'))
    expect([latin.form.encoding, latin.cells[1]]).to.deep.equal(['windows-1252', ['ana@x.com', 'Conceição Muñoz']])
    const wide = Buffer.from(`\uFEFF${text}`, 'utf16le')
    expect(detect(wide).encoding).to.equal('utf-16le')
    expect(read(wide.subarray(2), detect(wide), true).records[1]!.cells[1]).to.equal('Conceição Muñoz')
    expect(detect(Buffer.from(wide).swap16()).encoding).to.equal('utf-16be')
    expect(detect(Buffer.from('a@x.com\tAna\nb@x.com\tBo\n')).delimiter).to.equal('\t')
  })
  it('begins at any record, and ends where the next begins', () => {
    const bytes = Buffer.from('a@x.com,"Åsa\r\nof the hill, ""great"""\r\nb@x.com,Bø\r\nc@x.com,C')
    const form = { encoding: 'utf-8', delimiter: ',' }
    const whole = read(bytes, form, true).records.map(({ cells }) => cells)
    for (let cut = 1; cut < bytes.length; cut++) {
      const first = read(bytes.subarray(0, cut), form, false)
      const rest = read(bytes.subarray(first.bytes), form, true)
      expect(
        [...first.records, ...rest.records].map(({ cells }) => cells),
        `cut at ${cut}`,
      ).to.deep.equal(whole)
    }
  })
  it('loses one line to a quote that nobody closed, and says so', () => {
    const { records } = read(Buffer.from('email,name\na@x.com,"open\nb@x.com,Bo\nc@x.com,Cy\n'), { encoding: 'utf-8', delimiter: ',' }, true)
    expect(records.filter(({ problem }) => problem).map(({ cells }) => cells[0])).to.deep.equal(['a@x.com'])
    expect(records.map(({ cells }) => cells[0]).filter(Boolean)).to.deep.equal(['email', 'a@x.com', 'b@x.com', 'c@x.com'])
  })
  it('takes no longer for a file of nothing but open quotes', async () => {
    const quotes = (lines: number) => read(Buffer.from(`${'a@x.com,"open\n'.repeat(lines)}b@x.com,Bo\n`), { encoding: 'utf-8', delimiter: ',' }, true)
    expect(await growth(5_000, quotes)).to.be.below(LINEAR)
    const { records } = quotes(40_000)
    expect(
      records
        .filter(({ problem }) => !problem)
        .map(({ cells }) => cells[0])
        .filter(Boolean),
    ).to.deep.equal(['b@x.com'])
    expect(records.length).to.be.at.least(40_001)
  })
  it('guesses columns in two languages, and without names by what stands in them', () => {
    const records = read(
      Buffer.from('Nome completo;Endereço de e-mail;Cidade;Etiquetas;Altura\nAna;ana@x.com;Olinda;um;9\n'),
      { encoding: 'utf-8', delimiter: ';' },
      true,
    ).records
    expect([hasHeader(records), columnsOf(records, true, [{ id: 7, label: 'Altura' }]).map(({ target }) => target)]).to.deep.equal([
      true,
      ['name', 'email', 'location', 'tags', 'field:7'],
    ])
    const bare = read(Buffer.from('Ana Ruiz,ana@x.com\nBo Li,bo@x.com\n'), { encoding: 'utf-8', delimiter: ',' }, true).records
    expect([hasHeader(bare), columnsOf(bare, false, []).map(({ target }) => target)]).to.deep.equal([false, ['name', 'email']])
  })
  it('takes a date only where it can be read in one way', () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const day = (text: string) => momentOf(text, now)?.toISOString().slice(0, 10) ?? null
    expect(['2023-02-27', '27/02/2023', '02/27/2023', '03/04/2023', '3.4.2023', '2023-02-30', '2027-01-01', 'soon'].map(day)).to.deep.equal([
      '2023-02-27',
      '2023-02-27',
      '2023-02-27',
      null,
      '2023-04-03',
      null,
      null,
      null,
    ])
  })
  it('reads dates by the order that the column settles, or that was chosen', () => {
    expect(
      [['03/04/2024', '13/07/2024'], ['03/04/2024', '07/13/2024'], ['03/04/2024'], ['13/07/2024', '07/13/2024'], ['2024-07-13']].map(dateOrderOf),
    ).to.deep.equal(['day', 'month', null, null, null])
    const now = new Date('2026-01-01T00:00:00Z')
    const day = (order: 'day' | 'month') => momentOf('03/04/2024', now, order)?.toISOString().slice(0, 10)
    expect([day('day'), day('month')]).to.deep.equal(['2024-04-03', '2024-03-04'])
    const { records } = read(Buffer.from('Email,Joined\na@x.com,03/04/2024\nb@x.com,13/07/2024\n'), { encoding: 'utf-8', delimiter: ',' }, true)
    const columns = columnsOf(records, true, [])
    expect(columns[1]).to.include({ target: 'joined_at', date_order: 'day' })
    expect([orderIn({ options: {}, columns }), orderIn({ options: { date_order: 'month' }, columns })]).to.deep.equal(['day', 'month'])
  })
})

describe('imports', () => {
  let app: TestApp
  let admin: TestMember
  before(async () => {
    app = await testApp(PLUGINS)
    admin = await app.member('admin')
  })
  after(() => app?.close())
  const members = (like: string) =>
    app.sql<{ id: number; name: string; headline: string | null; status: string; email: string }>(
      'select m.id, m.name, m.headline, m.status, a.email from kernel.member m join kernel.account a on a.id = m.account_id where m.community_id = $1 and a.email like $2 order by a.email',
      [admin.communityId, like],
    )

  it('are for those who may manage people', async () => {
    const nell = await app.member()
    for (const route of [routes.imports, routes.configuration]) expect(await refusal(app.as(nell).call(route))).to.include({ status: 403 })
  })

  it('make members of what is right, report the rest, and double nobody', async () => {
    const room = await makeSpace(app, admin, [], { is_private: true })
    const csv = `Email,Name,Headline,Joined,Tags,Spaces\r\nAna@one.example,Ana,=SUM(1),2023-02-27,potter; glazer,${room.name}|Nowhere\r\nana@one.example,Again,,,,\r\nnobody,Bad,,,,\r\n,Missing,,,,\r\nbo@one.example,Bo,,31/31/2020,,\r\ncy@one.example,Cy,,,,\r\n`
    const first = await bring(app, admin, csv)
    expect((await first.show()).counts).to.deep.equal({ new: 3, changed: 0, same: 0, wrong: 3 })
    expect((await first.show()).unknown).to.deep.equal({ tags: ['potter', 'glazer'], spaces: ['Nowhere'], access_groups: [] })
    expect(await members('%one.example')).to.deep.equal([])
    expect((await first.rows('wrong')).map(({ line, problem }) => [line, problem])).to.deep.equal([
      [3, 'duplicate'],
      [4, 'bad_email'],
      [5, 'no_email'],
    ])
    const file = await app.as(admin).send('GET', `/settings/members/bulk_import_tasks/${first.id}/wrong_rows.csv`)
    expect(file.headers['content-disposition']).to.include('people-error-rows.csv')
    // a date that nobody can read is left out, and not the person
    expect((await first.rows('new')).map(({ problem }) => problem)).to.deep.equal([null, 'bad_date', null])
    expect((await first.run()).status).to.equal('done')
    await app.redeliver()
    const made = await members('%one.example')
    expect(made.map(({ email, name, status }) => [email, name, status])).to.deep.equal([
      ['ana@one.example', 'Ana', 'active'],
      ['bo@one.example', 'Bo', 'active'],
      ['cy@one.example', 'Cy', 'active'],
    ])
    expect(made[0]!.headline).to.equal('=SUM(1)')
    const tags = await app.sql(
      `select t.name from audience.person_tag pt join audience.tag t on t.id = pt.tag_id join audience.person p on p.id = pt.person_id
       join kernel.member m on m.id = p.member_id join kernel.account a on a.id = m.account_id where a.email = 'ana@one.example' order by 1`,
    )
    expect(tags.map(({ name }) => name)).to.deep.equal(['glazer', 'potter'])
    const inside = () => app.sql("select 1 from spaces.space_member where space_id = $1 and status = 'active' and access_type = 'grant'", [room.id])
    expect(await inside()).to.have.length(1)

    const second = await bring(app, admin, csv)
    expect((await second.show()).counts).to.deep.equal({ new: 0, changed: 0, same: 3, wrong: 3 })
    await second.run()
    expect(await members('%one.example')).to.have.length(3)

    expect((await first.undo()).status).to.equal('undone')
    expect((await members('%one.example')).map(({ status }) => status)).to.deep.equal(['deactivated', 'deactivated', 'deactivated'])
    // the second one gave its own reason for the space, yet who has left is in none
    const third = await bring(app, admin, csv)
    await third.run()
    expect((await members('%one.example')).map(({ status }) => status)).to.deep.equal(['active', 'active', 'active'])
  })

  it('fill what is empty, overwrite where that is wished, and put it back', async () => {
    await (await bring(app, admin, 'email,name,headline\nada@two.example,Ada,Potter\n')).run()
    const csv = 'email,name,headline,location\nada@two.example,Ada L.,Glazer,Olinda\n'
    const fill = await bring(app, admin, csv)
    expect((await fill.show()).counts).to.include({ changed: 1 })
    await fill.run()
    const now = async () =>
      (
        await app.sql("select m.name, headline, location from kernel.member m join kernel.account a on a.id = m.account_id where a.email = 'ada@two.example'")
      )[0]
    expect(await now()).to.deep.equal({ name: 'Ada', headline: 'Potter', location: 'Olinda' })
    const over = await bring(app, admin, csv, { options: { existing: 'overwrite' } })
    await over.run()
    expect(await now()).to.deep.equal({ name: 'Ada L.', headline: 'Glazer', location: 'Olinda' })
    await over.undo()
    expect(await now()).to.deep.equal({ name: 'Ada', headline: 'Potter', location: 'Olinda' })
    await fill.undo()
    expect(await now()).to.deep.equal({ name: 'Ada', headline: 'Potter', location: null })
  })

  it('undo no word that somebody has written since, and leave people who are more than imported by now', async () => {
    await (await bring(app, admin, 'email,name,headline,bio\neva@since.example,Eva,Potter,Clay\nuli@since.example,Uli,,\n')).run()
    const [eva] = await members('eva@since.example')
    const over = await bring(app, admin, 'email,name,headline,bio\neva@since.example,Eva B.,Glazer,Glaze\n', { options: { existing: 'overwrite' } })
    await over.run()
    await app.run(null, (ctx) => ctx.members.update(eva!.id, { bio: 'My own words' }))
    await over.undo()
    const [now] = await app.sql('select name, headline, bio from kernel.member where id = $1', [eva!.id])
    expect(now).to.deep.equal({ name: 'Eva', headline: 'Potter', bio: 'My own words' })
    expect((await over.rows()).map(({ problem }) => problem)).to.deep.equal(['changed_since'])

    const came = await bring(app, admin, 'email,name\nseen@came.example,Seen\nmod@came.example,Mod\nidle@came.example,Idle\n')
    await came.run()
    await app.sql(
      `update kernel.member m set last_seen_at = case when a.email like 'seen%' then now() end, roles = case when a.email like 'mod%' then '{member,moderator}' else roles end
       from kernel.account a where a.id = m.account_id and a.email like '%came.example'`,
    )
    await came.undo()
    expect((await members('%came.example')).map(({ email, status }) => [email.split('@')[0], status])).to.deep.equal([
      ['idle', 'deactivated'],
      ['mod', 'active'],
      ['seen', 'active'],
    ])
    expect((await came.rows()).map(({ problem }) => problem)).to.deep.equal(['stays', 'stays', null])

    const contact = () => app.run(null, (ctx) => ctx.use(audience).known(['con@since.example']))
    const write = (fields: Record<string, string>) =>
      app.run(null, (ctx) => ctx.use(audience).upsertContacts([{ email: 'con@since.example', fields, source: 'manual' }]))
    await write({ location: 'Rio', headline: 'Potter' })
    const task = await bring(app, admin, 'email,location,headline\ncon@since.example,Olinda,Glazer\n', {}, 'contact')
    await task.run()
    await write({ location: 'Recife', website: 'https://con.example' })
    await task.undo()
    expect((await contact()).get('con@since.example')!.fields).to.deep.equal({ location: 'Recife', headline: 'Potter', website: 'https://con.example' })
    expect((await task.rows()).map(({ problem }) => problem)).to.deep.equal(['changed_since'])
  })

  it('take back the tags that they gave, not those that were there, and make contacts what they were', async () => {
    const vip = (await app.run(null, (ctx) => ctx.use(audience).ensureTag('VIP'))) as number
    await app.run(null, (ctx) => ctx.use(audience).upsertContacts([{ email: 'had@tags.example', tagIds: [vip], source: 'manual' }]))
    await app.run(null, (ctx) =>
      ctx.use(audience).upsertContacts([{ email: 'plain@tags.example', name: 'Plain', fields: { location: 'Rio' }, source: 'manual' }]),
    )
    const csv = 'email,name,location,tags\nhad@tags.example,Had,,VIP\nplain@tags.example,Other,Olinda,VIP\nfresh@tags.example,Fresh,,VIP\n'
    const task = await bring(app, admin, csv, {}, 'contact')
    expect((await task.rows()).map(({ outcome }) => outcome)).to.deep.equal(['changed', 'changed', 'new'])
    await task.run()
    const borne = async () =>
      (
        await app.sql(
          `select p.email, p.name, p.fields, count(t.id)::int as tags from audience.person p left join audience.person_tag t on t.person_id = p.id
           where p.email like '%tags.example' group by p.id order by p.email`,
        )
      ).map(({ email, name, fields, tags }) => [email.split('@')[0], name, fields.location ?? '', tags])
    expect(await borne()).to.deep.equal([
      ['fresh', 'Fresh', '', 1],
      ['had', 'Had', '', 1],
      ['plain', 'Plain', 'Olinda', 1],
    ])
    expect((await (await bring(app, admin, csv, {}, 'contact')).show()).counts).to.deep.equal({ new: 0, changed: 0, same: 3, wrong: 0 })
    await task.undo()
    expect(await borne()).to.deep.equal([
      ['had', '', '', 1],
      ['plain', 'Plain', 'Rio', 0],
    ])
    const people = await bring(app, admin, 'email,name,tags\nmember@tags.example,Mem,VIP\n')
    await people.run()
    expect((await borne()).find(([name]) => name === 'member')?.[3]).to.equal(1)
    await people.undo()
    expect((await borne()).find(([name]) => name === 'member')?.[3]).to.equal(0)
  })

  it('go on from their mark after a kill, and are undone for seven days alone', async () => {
    const csv = `email,name\n${Array.from({ length: 1_200 }, (_, at) => `p${at}@three.example,P ${at}`).join('\n')}\n`
    const task = await bring(app, admin, csv)
    await app.as(admin).call(routes.runImport, { params: { id: task.id } })
    // killed after some steps: the job is there again, from the same mark or from one that was passed
    await app.settle()
    await app.sql("update invitations.import_task set status = 'running', line_mark = 501, done_rows = 500, finished_at = null where id = $1", [task.id])
    await app.run(null, async (ctx) => ctx.enqueue({ name: 'import', payload: (await import('../server/jobs.ts')).importJob.payload }, { importId: task.id }))
    await app.settle()
    expect(await members('%three.example')).to.have.length(1_200)
    expect((await app.sql("select count(*)::int as n from kernel.account where email like '%three.example'"))[0]).to.deep.equal({ n: 1_200 })
    await app.clock.advance(8 * 86_400_000)
    expect(await refusal(app.as(admin).call(routes.undoImport, { params: { id: task.id } }))).to.include({ status: 409 })
    await app.clock.advance(-8 * 86_400_000)
  })

  it('end in words where the plan has room for no more, and keep what was done until then', async () => {
    const [active] = await app.sql<{ n: number }>("select count(*)::int as n from kernel.member where status = 'active' and community_id = $1", [
      await app.primaryId(),
    ])
    const { n } = active!
    await app.sql(`update kernel.community set limits = jsonb_build_object('members', $1::int) where id = $2`, [n + 600, await app.primaryId()])
    const csv = `email,name\n${Array.from({ length: 1_200 }, (_, at) => `q${at}@full.example,Q ${at}`).join('\n')}\n`
    const task = await (await bring(app, admin, csv)).run()
    await app.sql("update kernel.community set limits = '{}' where id = $1", [await app.primaryId()])
    expect([task.status, task.problem]).to.deep.equal([
      'failed',
      `This community has reached its limit of ${new Intl.NumberFormat('en-US').format(n + 600)} members. Admins can upgrade in Settings, Plan and billing.`,
    ])
    expect((await members('%full.example')).length).to.be.within(1, 600)
  })

  it('invite instead of adding where that is wished, and bring contacts', async () => {
    const task = await bring(app, admin, 'email,name,headline\nivy@four.example,Ivy,Potter\n', { options: { how: 'invite' } })
    await task.run()
    expect(await members('%four.example')).to.deep.equal([])
    expect((await app.sent()).filter(({ recipient }) => recipient === 'ivy@four.example')).to.have.length(1)
    await task.undo()
    const open = await app.as(admin).call(routes.emails, { query: { search_text: 'ivy' } })
    expect(open.records).to.deep.equal([])
    const contacts = await bring(app, admin, 'email,name\nkit@five.example,Kit\n', {}, 'contact')
    expect((await contacts.run()).counts).to.include({ new: 1 })
    expect(await members('%five.example')).to.deep.equal([])
    expect(await app.sql("select name from audience.person where email = 'kit@five.example'")).to.deep.equal([{ name: 'Kit' }])
    await contacts.undo()
    expect(await app.sql("select name from audience.person where email = 'kit@five.example'")).to.deep.equal([])
  })

  it('refuse what is no table, too wide, or has no addresses', async () => {
    const begin = async (text: string) => {
      const { signedId } = await app.upload(admin, 'odd.csv', Buffer.from(text))
      return app.as(admin).call(routes.startImport, { body: { contact_type: 'member', signed_id: signedId } })
    }
    expect(await refusal(begin('\n\n'))).to.include({ status: 422 })
    expect(await refusal(begin(`${Array.from({ length: 301 }, (_, at) => `c${at}`).join(',')}\n`))).to.include({ status: 422 })
    const wide = await begin(`${['email', ...Array.from({ length: 299 }, (_, at) => `c${at}`)].join(',')}\nwide@six.example${',x'.repeat(299)}\n`)
    expect(wide.columns).to.have.length(300)
    const none = await begin('name,headline\nAna,Potter\n')
    expect(await refusal(app.as(admin).call(routes.checkImport, { params: { id: none.id } }))).to.include({ status: 422 })
    expect(await refusal(app.as(admin).call(routes.runImport, { params: { id: none.id } }))).to.include({ status: 409 })
    const twice = { targets: ['email', 'email'] }
    expect(await refusal(app.as(admin).call(routes.changeImport, { params: { id: none.id }, body: twice }))).to.include({ status: 422 })
  })

  it('take the row that a file was cut off in for wrong, and letters of another encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from('email,name,headline\nok@seven.example,Ok,Yes\n'),
      Buffer.from('bad@seven.example,Jos\xe9,x\n', 'latin1'),
      Buffer.from('half@seven.example,Ha'),
    ])
    const task = await bring(app, admin, bytes, { encoding: 'utf-8' })
    expect((await task.rows()).map(({ outcome, problem }) => problem ?? outcome)).to.deep.equal(['new', 'bad_text', 'cut_off'])
    expect((await task.rows())[1]!.values.name).to.equal('Jos\ufffd')
  })

  it('cut no letter in two: a long bio, tag and name of a column with an emoji at their end are read, and the others with them', async () => {
    const { signedId } = await app.upload(admin, 'bio.csv', Buffer.from(`email,name,bio\nb1@cut.example,Bio Cut,${'b'.repeat(119)}🏺 and more words\n`))
    const bio = await app.as(admin).call(routes.startImport, { body: { contact_type: 'member', signed_id: signedId } })
    const { columns } = await app.as(admin).call(routes.importTask, { params: { id: bio.id } })
    expect(columns[2]!.samples).to.deep.equal(['b'.repeat(119)])
    const tag = await bring(app, admin, `email,name,tags\nb2@cut.example,Bo,slip\nb3@cut.example,Tag,${'t'.repeat(99)}🏺x\n`)
    expect(await tag.show()).to.deep.include({ status: 'ready', unknown: { tags: ['slip', 't'.repeat(99)], spaces: [], access_groups: [] } })
    expect((await tag.run()).status).to.equal('done')
    expect((await members('%cut.example')).map(({ email }) => email)).to.deep.equal(['b2@cut.example', 'b3@cut.example'])
    const header = await bring(app, admin, `email,${'h'.repeat(199)}🏺x\nb4@cut.example,v\n`)
    expect((await header.show()).columns[1]!.name).to.equal('h'.repeat(199))
  })

  it('take rows from programs as they take a file', async () => {
    const { id } = await app.as(admin).call(routes.startImport, {
      body: { contact_type: 'member', records: [{ email: 'api@eight.example', name: 'By "API"' }, { email: 'nothing' }] },
    })
    await app.settle()
    expect(await app.as(admin).call(routes.importTask, { params: { id } })).to.deep.include({
      status: 'done',
      counts: { new: 1, changed: 0, same: 0, wrong: 1 },
    })
    expect((await members('%eight.example')).map(({ name }) => name)).to.deep.equal(['By "API"'])
  })
})
