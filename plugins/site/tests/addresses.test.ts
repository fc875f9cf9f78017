/** Redirects: which win, circles, files of them, and that no path decides on another site. */
import { refusal, type TestApp, type TestMember, testApp, until } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import site, { MAX_REDIRECTS } from '../contract.ts'
import { writeHits } from '../server/service/hits.ts'

const { routes } = site

describe('redirects of the site', () => {
  let app: TestApp
  let admin: TestMember
  let member: TestMember
  let moderator: TestMember
  const as = (who: TestMember | null) => app.as(who)
  const add = (from: string, to: string, status: 301 | 302 = 301, who = admin) =>
    as(who).call(routes.createRedirect, { body: { redirect: { from, to, status } } })
  const change = (id: number, redirect: object, who = admin) => as(who).call(routes.updateRedirect, { params: { redirectId: id }, body: { redirect } })
  const load = (csv: string) => as(admin).call(routes.importRedirects, { body: { csv } })
  const go = async (path: string): Promise<[number, string | null]> => {
    const { status, headers } = await fetch(app.url + path, { redirect: 'manual', headers: { accept: 'text/html' } })
    return [status, headers.get('location')]
  }
  const saying = async (call: Promise<unknown>): Promise<string> => {
    const { status, details } = await refusal(call)
    return `${status} ${Object.entries(details as object)[0]!.join(' ')}`
  }

  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts', 'plugins/site'])
    admin = await app.member('admin')
    member = await app.member('member')
    moderator = await app.member('moderator')
  })
  beforeEach(async () => {
    app.resetLimits()
    await app.sql('delete from site.redirect')
  })
  after(() => app?.close())

  it('lead on: the exact one first, then the longest beginning, with what stood at the star', async () => {
    await add('/Old/', '/members')
    await add('/old/*', 'https://example.com/archive/*', 302)
    await add('/old/blog/*', '/posts-of/*')
    await add('/old/blog/last', '/events')
    await add('/caf%C3%A9', '/members')
    expect(await go('/old')).to.deep.equal([301, '/members'])
    expect(await go('/OLD/')).to.deep.equal([301, '/members'])
    expect(await go('/old/a/B%20c')).to.deep.equal([302, 'https://example.com/archive/a/B%20c'])
    expect(await go('/old/blog/2024/Kiln')).to.deep.equal([301, '/posts-of/2024/Kiln'])
    expect(await go('/old/blog/last')).to.deep.equal([301, '/events'])
    expect(await go('/caf%c3%a9')).to.deep.equal([301, '/members'])
    expect((await go('/older'))[0]).to.equal(404)
    // what people type to sign in is led there, unless the community says otherwise
    expect(await go('/login')).to.deep.equal([302, '/user/sign_in'])
    await add('/login', '/members')
    expect(await go('/login')).to.deep.equal([301, '/members'])
  })

  it('are one read where the path is known, and one more for stars', async () => {
    await add('/one', '/members')
    const reads = async (path: string) => (await app.statements(() => go(path)))[1].filter((name) => name.startsWith('site.redirect'))
    expect(await reads('/one')).to.deep.equal(['site.redirect'])
    expect(await reads('/a/b/c/d')).to.deep.equal(['site.redirect', 'site.redirect_below'])
    expect(await reads('/none')).to.deep.equal(['site.redirect'])
  })

  it('A31: keep their host, whatever stands at the star', async () => {
    await add('/out/*', 'https://example.com/*')
    await add('/in/*', '/*')
    await add('/deep/*', '/kept/*')
    for (const rest of [
      '/evil.example',
      '//evil.example',
      '\\evil.example',
      '%2F%2Fevil.example',
      '%5Cevil.example',
      '@evil.example',
      '.evil.example',
      ':80@evil.example',
      '..%2F..',
      '%2e%2e/%2e%2e/x',
      'https://evil.example',
      '%0d%0aLocation:x',
      '\u00ad/evil.example',
    ])
      for (const [from, host] of [
        ['/out', 'example.com'],
        ['/in', new URL(app.url).host],
        ['/deep', new URL(app.url).host],
      ] as const) {
        const [status, location] = await go(encodeURI(`${from}/${rest}`).replaceAll('%25', '%'))
        if (status === 404) continue
        expect(new URL(location!, app.url).host, `${from} ${rest} ${location}`).to.equal(host)
        if (from === '/deep') expect(new URL(location!, app.url).pathname).to.match(/^\/kept\//)
      }
    for (const to of [
      'https://example.com*',
      'https://*',
      'https://example.com/?to=*',
      '/a*',
      '/a/*/b',
      '//evil.example/*',
      'javascript:alert(1)',
      '/\\evil.example',
      'https:evil.example',
      'ftp://x/',
    ])
      expect((await refusal(add('/bad/*', to))).status, to).to.equal(422)
    expect((await refusal(add('/bad', '/good/*'))).status).to.equal(422)
  })

  it('refuse circles: of one, of ten, through stars, and those that never end', async () => {
    expect(await saying(add('/self', '/self/'))).to.match(/redirect\.to .*itself/)
    expect(await saying(add('/self', '/SELF?x=1#y'))).to.match(/redirect\.to .*itself/)
    for (let n = 0; n < 9; n++) await add(`/ring-${n}`, `/ring-${n + 1}`)
    expect(await saying(add('/ring-9', '/ring-0'))).to.match(/redirect\.to .*loop/)
    const last = await add('/ring-9', '/members')
    expect(await saying(change(last.id, { to: '/ring-4' }))).to.match(/loop/)
    await add('/a/*', '/b/*')
    expect(await saying(add('/b/*', '/a/*'))).to.match(/loop/)
    expect(await saying(add('/b/c', '/a/c'))).to.match(/loop/)
    await add('/y/z', '/x/z')
    expect(await saying(add('/x/*', '/y/*'))).to.match(/loop/)
    expect(await saying(add('/grow/*', '/grow/more/*'))).to.match(/loop/)
    // two halves at once
    const halves = await Promise.allSettled([add('/half-1', '/half-2'), add('/half-2', '/half-1')])
    expect(halves.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
  })

  it('refuse what a page or a screen has, and say so', async () => {
    await as(admin).call(routes.createPage, { body: { page: { name: 'Prices' } } })
    expect(await saying(add('/Prices', '/members'))).to.match(/redirect\.from .*A page already uses this URL/)
    for (const from of ['/settings/profile', '/c/any', '/c/any/*', '/site/page.js', '/assets/x.js', '/user/sign_in'])
      expect(await saying(add(from, '/x')), from).to.match(/A screen/)
    expect((await refusal(add('/', '/x'))).status).to.equal(422)
    await add('/same', '/members')
    expect(await saying(add('/SAME/', '/x'))).to.match(/already/)
    const { id } = await add('/another', '/members')
    expect(await saying(change(id, { from: '/same' }))).to.match(/already/)
    expect(await change(id, { from: '/another', status: 302 })).to.include({ status: 302 })
    const eight = await Promise.allSettled(Array.from({ length: 8 }, () => add('/eight', '/members')))
    expect(eight.filter(({ status }) => status === 'fulfilled').length).to.equal(1)
  })

  it('are counted without keeping anybody waiting', async () => {
    const { id } = await add('/counted', '/members')
    await Promise.all(Array.from({ length: 20 }, () => go('/counted')))
    await until('all are counted', async () => (await as(admin).call(routes.redirect, { params: { redirectId: id } })).hits === 20)
    expect((await as(admin).call(routes.redirect, { params: { redirectId: id } })).last_hit_at).to.be.a('string')
  })

  it('are counted in one statement for all that came, also where the process stops before its time', async () => {
    const ids = []
    for (const path of ['/first', '/second']) ids.push((await add(path, '/members')).id)
    for (const path of ['/first', '/second', '/first']) await go(path)
    expect((await app.sql('select sum(hits)::int as hits from site.redirect'))[0]!.hits).to.equal(0)
    await writeHits()
    const rows = await app.sql('select id, hits from site.redirect order by id')
    expect(rows.map((row) => [Number(row.id), row.hits])).to.deep.equal([
      [ids[0], 2],
      [ids[1], 1],
    ])
    await writeHits()
    expect((await app.sql('select sum(hits)::int as hits from site.redirect'))[0]!.hits).to.equal(3)
  })

  it('come from a file: those of the same path are replaced, what cannot be is told with its line', async () => {
    await add('/kept', '/members')
    const csv = [
      '\ufefffrom,to,status',
      '/kept,/events,302',
      '"/new","https://example.com/a,b",',
      '/user/sign_in,/x,301',
      '',
      'nothing,/x,301',
      '/bad,javascript:alert(1),301',
      '/odd,/x,308',
      '/loop-1,/loop-2,',
      '/loop-2,/loop-1,',
      '/twice,/a,',
      '/twice,/b,',
      `/<script>alert(1)</script>,/x,999`,
    ].join('\r\n')
    const { added, replaced, refused } = await load(csv)
    expect([added, replaced]).to.deep.equal([3, 1])
    expect(refused.map(({ line }) => line)).to.deep.equal([4, 6, 7, 8, 10, 13])
    expect(refused[0]!.reason).to.match(/screen/)
    expect(refused[4]!.reason).to.match(/loop/)
    const { records } = await as(admin).call(routes.redirects, { query: { per_page: 100 } })
    expect(records.map(({ from, to, status }) => [from, to, status])).to.deep.equal([
      ['/kept', '/events', 302],
      ['/loop-1', '/loop-2', 301],
      ['/new', 'https://example.com/a,b', 301],
      ['/twice', '/b', 301],
    ])
    expect(await load('/plain,/members')).to.include({ added: 1 })
    const { refused: odd } = await load('from,to,status\n/passing,/members,temporary')
    expect(odd.map(({ line }) => line)).to.deep.equal([2])
    expect(await saying(load('from,to,type\n/passing,/members,temporary'))).to.match(/^422 csv|^422 body\.csv/)
    expect(await load('to,from\n/members,/turned')).to.include({ added: 1 })
    expect((await refusal(load('from,where\n/a,/b'))).status).to.equal(422)
    const [entry] = await app.sql(`select data from kernel.audit_card where action = 'redirects.imported' order by id desc limit 1`)
    expect(entry.data.count).to.equal(1)
  })

  it('are listed by their path, page by page', async () => {
    for (const path of ['/b', '/a', '/c/d/e/f']) await add(path, '/members')
    await add('/a/*', '/members')
    const first = await as(admin).call(routes.redirects, { query: { per_page: 2 } })
    const second = await as(admin).call(routes.redirects, { query: { per_page: 2, cursor: first.next_cursor! } })
    expect([...first.records, ...second.records].map(({ from }) => from)).to.deep.equal(['/a', '/a/*', '/b', '/c/d/e/f'])
    expect((await as(admin).call(routes.redirects, { query: { query: '%' } })).records).to.deep.equal([])
  })

  it('come by twenty thousand in a few statements, and no more', async () => {
    const lines = Array.from({ length: MAX_REDIRECTS }, (_, n) => `/many/${n},/to/${n}`)
    const started = performance.now()
    expect(await load(lines.join('\n'))).to.deep.equal({ added: MAX_REDIRECTS, replaced: 0, refused: [] })
    expect(performance.now() - started).to.be.below(20_000)
    expect(await refusal(add('/one-more', '/x'))).to.include({ code: 'too_many_redirects' })
    expect(await load('/many/1,/to/other')).to.include({ replaced: 1 })
    expect(await refusal(load('/one-more,/x'))).to.include({ code: 'too_many_redirects' })
    expect((await refusal(load([...lines, '/x,/y'].join('\n')))).status).to.equal(422)
  })

  it('of stars come by ten thousand, and meanwhile others have their turn', async () => {
    // each leads to where all others begin, and one of them closes a circle for each that leads there by name
    const stars = Array.from({ length: 5_000 }, (_, n) => `/stars/${n}/*,/sky/*`)
    const named = Array.from({ length: 4_999 }, (_, n) => `/sky/${n},/stars/x${n}/y`)
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const { added, refused } = await load([...stars, ...named, '/stars/*,/sky/*', '/sky/y,/stars/y'].join('\n'))
    delay.disable()
    expect([added, refused.map(({ line }) => line)]).to.deep.equal([10_000, [10_001]])
    expect(delay.max / 1e6, 'milliseconds of the longest turn').to.be.below(1_000)
  })

  it('of a file that closes a circle through others are taken back alone, for what stood there', async () => {
    await add('/round/*', '/back/*')
    await add('/way', '/members')
    const { refused } = await load('/back/*,/turn/*\n/way,/round/x\n/turn/x,/way\n/turn/y,/round/y')
    expect(refused.map(({ line }) => line)).to.deep.equal([3, 4])
    expect((await go('/way'))[1]).to.equal('/round/x')
    const again = await load('/turn/x,/members\n/turn/x,/way')
    expect([again.added, again.refused.map(({ line }) => line)]).to.deep.equal([1, [2]])
    expect((await go('/turn/x'))[1]).to.equal('/members')
  })

  it('are admins’ alone, and of one community', async () => {
    const { id } = await add('/mine', '/members')
    for (const who of [member, moderator]) expect(await refusal(change(id, { to: '/x' }, who))).to.include({ status: 403 })
    const elsewhere = await app.member('admin', { community: await app.community() })
    expect(await refusal(change(id, { to: '/x' }, elsewhere))).to.include({ status: 404 })
    expect((await as(elsewhere).call(routes.redirects)).records).to.deep.equal([])
    expect(await add('/mine', '/events', 301, elsewhere)).to.include({ to: '/events' })
  })
})
