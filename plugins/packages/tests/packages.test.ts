/** What packages promise, after the suite that every plugin passes: archives that play tricks, and how far learners come. */
import { createContext, runInContext } from 'node:vm'
import { expect } from 'chai'
import { describePlugin, refusal, type TestApp, type TestMember, testApp, until } from '@atrium/sdk/testing'
import courses from '../../courses/contract.ts'
import { makeLesson, NEEDS } from '../../quizzes/tests/kit.ts'
import spaces from '../../spaces/contract.ts'
import packages, { KEPT } from '../contract.ts'
import { pathProblem } from '../server/service/archive.ts'
import { pathIn, readManifest } from '../server/service/manifest.ts'
import { cartridge, manifest12, renamed, scorm12, scorm2004, zip } from './kit.ts'

const { routes } = packages
describePlugin('plugins/packages')

describe('packages', () => {
  let app: TestApp
  let admin: TestMember
  let tom: TestMember
  let ana: TestMember
  before(async () => {
    app = await testApp([...NEEDS, 'plugins/quizzes', 'plugins/packages'])
    admin = await app.member('admin')
    tom = await app.member('member', { name: 'Tom' })
    ana = await app.member('member', { name: 'Ana' })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  async function put(bytes: Uint8Array, learners = [tom, ana]) {
    const made = await makeLesson(app, admin, learners, 'scorm')
    const file = await app.upload(admin, 'package.zip', bytes)
    await app.as(admin).call(routes.create, { params: { lessonId: made.lessonId }, body: { signed_id: file.signedId } })
    await app.settle()
    return { ...made, pack: await app.as(admin).call(routes.show, { params: { lessonId: made.lessonId } }) }
  }
  const launch = (who: TestMember, id: number, item?: string) => app.as(who).call(routes.launch, { params: { id }, body: item === undefined ? {} : { item } })
  const commit = (who: TestMember, id: number, { data = {}, ...body }: { data?: object | null; [field: string]: unknown }) => {
    const said = { completion: 'incomplete', success: 'unknown', seconds: 10, data: data && JSON.stringify(data), ...body }
    return app.as(who).call(routes.commit, { params: { id }, body: said as never })
  }
  const progress = async (who: TestMember, { courseId, lessonId }: { courseId: number; lessonId: number }) =>
    (await app.as(who).call(courses.routes.lesson, { params: { courseId, id: lessonId } })).progress

  it('SCORM 1.2: read, opened by token, told, resumed, and finishes its lesson', async () => {
    const { pack, ...where } = await put(await scorm12('Wedging', '<item identifier="two" identifierref="r2"><title>More</title></item>'))
    expect(pack).to.deep.include({ status: 'ready', kind: 'scorm12', title: 'Wedging', files_count: 5, problem: null })
    expect(pack.items.map(({ id, is_tracked }) => [id, is_tracked])).to.deep.equal([
      ['one', true],
      ['two', false],
    ])
    const opened = await launch(tom, pack.id)
    const page = await app.as(null).send('GET', opened.src)
    expect([page.status, page.headers['content-type']]).to.deep.equal([200, 'text/html'])
    expect(page.headers['content-security-policy'])
      .to.match(/^sandbox allow-scripts allow-forms allow-modals;/)
      .and.not.contain('allow-same-origin')
    const library = await app.as(null).send('GET', opened.src.replace(/content.*$/, '~atrium/library.js'))
    expect([library.status, String(library.body).slice(0, 30)]).to.deep.equal([200, 'this.Scorm12API=function(){"us'])
    const run = await app.as(null).send('GET', opened.src.replace(/content.*$/, '~atrium/run.js'))
    expect(String(run.body)).to.contain('"cmi.core.student_name":"Tom"').and.contain('"cmi.student_data.mastery_score":"80"').and.contain('ab-initio')
    await commit(tom, pack.id, {
      item: 'one',
      launch: opened.launch,
      data: { 'cmi.core.lesson_location': '2', 'cmi.core.exit': 'suspend', 'cmi.suspend_data': 'bowl' },
    })
    const again = await launch(tom, pack.id)
    const resumed = String((await app.as(null).send('GET', again.src.replace(/content.*$/, '~atrium/run.js'))).body)
    expect(resumed).to.contain('"cmi.core.lesson_location":"2"').and.contain('"cmi.suspend_data":"bowl"').and.contain('"cmi.core.entry":"resume"')
    const done = { item: 'one', launch: again.launch, completion: 'completed', success: 'passed', score: { raw: 90, min: 0, max: 100 }, seconds: 120 }
    expect(await commit(tom, pack.id, done)).to.include({ status: 'incomplete', success: 'passed', score: 90, seconds: 120 })
    expect((await progress(tom, where)).status, 'one part is left').to.equal('incomplete')
    const last = await launch(tom, pack.id, 'two')
    expect(last.registration.status).to.equal('completed')
    expect(await progress(tom, where)).to.include({ status: 'completed', score: 90 })
    await commit(tom, pack.id, { item: 'one', launch: last.launch, completion: 'incomplete', score: { raw: 20 } })
    expect(await progress(tom, where), 'a look back takes nothing away').to.include({ status: 'completed', score: 90 })
    await app.settle()
    expect(
      (await app.sql(`select 1 from kernel.event where name = 'package.completed' and (payload ->> 'lessonId')::bigint = $1`, [where.lessonId])).length,
    ).to.equal(1)
    const learners = await app.as(admin).call(routes.registrations, { params: { id: pack.id } })
    expect(learners.records.map(({ community_member, score }) => [community_member.name, score])).to.deep.equal([['Tom', 90]])
  })

  describe('what a package keeps', () => {
    /** As a package of the wild has it: 200 characters over all of UTF-16, with NUL and halves of pairs. */
    const bytes = Array.from({ length: 200 }, (_, at) => String.fromCharCode((at * 331) % 65_536)).join('')
    /** The run-time of the frame, in a window made of nothing but what it asks for. */
    async function frameOf(src: string) {
      const [library, run] = await Promise.all(
        ['library.js', 'run.js'].map((name) => app.as(null).send('GET', src.replace(/(content|app).*$/, `~atrium/${name}`))),
      )
      const sent: { commit: Record<string, unknown> }[] = []
      const heard: ((event: object) => void)[] = []
      const above = { postMessage: (message: never) => sent.push(message) }
      const window: Record<string, any> = {
        parent: above,
        name: '',
        length: 0,
        document: {},
        console,
        setTimeout,
        clearTimeout,
      }
      window['window'] = window
      window['addEventListener'] = (name: string, listener: (event: object) => void) => name === 'message' && heard.push(listener)
      const context = createContext(window)
      runInContext(String(library!.body), context)
      runInContext(String(run!.body), context)
      const saved = (kept: boolean) => {
        for (const listener of heard) listener({ source: above, data: { atrium: 'package.saved', kept } })
      }
      return { api: window['API'] ?? window['API_1484_11'], sent, saved }
    }
    it('is whatever characters it is made of, and comes back so', async () => {
      const { pack, ...where } = await put(await scorm12())
      const opened = await launch(tom, pack.id)
      const { api, sent } = await frameOf(opened.src)
      const said = [
        api.LMSInitialize(''),
        api.LMSSetValue('cmi.suspend_data', bytes),
        api.LMSSetValue('cmi.core.score.raw', '90'),
        api.LMSSetValue('cmi.core.lesson_status', 'completed'),
        api.LMSCommit(''),
        api.LMSFinish(''),
      ].map(String)
      expect(said).to.deep.equal(Array.from({ length: 6 }, () => 'true'))
      const last = JSON.parse(JSON.stringify(sent.at(-1)!.commit))
      expect(await app.as(tom).call(routes.commit, { params: { id: pack.id }, body: last })).to.include({ status: 'completed', score: 90, is_data_kept: true })
      expect(await progress(tom, where)).to.include({ status: 'completed', score: 90 })
      const again = await frameOf((await launch(tom, pack.id)).src)
      again.api.LMSInitialize('')
      expect(again.api.LMSGetValue('cmi.suspend_data')).to.equal(bytes)
    })
    for (const [what, data] of [
      ['too long', { 'cmi.suspend_data': 'x'.repeat(KEPT.value + 1) }],
      ['too long a name', { ['x'.repeat(KEPT.name + 1)]: '1' }],
      ['too much in all', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`cmi.x.${at}`, 'x'.repeat(5_000)]))],
      ['too much to send', null],
    ] as const)
      it(`is as it was where it is ${what}; status and score are kept`, async () => {
        const { pack } = await put(await scorm12())
        const { launch: number } = await launch(tom, pack.id)
        const first = { item: 'one', launch: number, data: { 'cmi.suspend_data': 'bowl', 'cmi.core.exit': 'suspend' } }
        expect(await commit(tom, pack.id, first)).to.include({ is_data_kept: true })
        const done = { item: 'one', launch: number, completion: 'completed', success: 'passed', score: { raw: 90, min: 0, max: 100 }, data }
        expect(await commit(tom, pack.id, done)).to.include({ status: 'completed', score: 90, is_data_kept: false })
        const again = await frameOf((await launch(tom, pack.id)).src)
        again.api.LMSInitialize('')
        expect(again.api.LMSGetValue('cmi.suspend_data')).to.equal('bowl')
      })
    it('is told to be lost where it is: at once where it is too much, else at the next word', async () => {
      const { pack } = await put(await scorm12())
      const { api, sent, saved } = await frameOf((await launch(tom, pack.id)).src)
      api.LMSInitialize('')
      api.LMSSetValue('cmi.suspend_data', '\0'.repeat(64_000))
      for (let at = 0; at < 30; at++) api.LMSSetValue(`cmi.interactions.${at}.id`, 'x')
      expect(String(api.LMSCommit('')), 'as much as may be').to.equal('true')
      api.LMSSetValue('cmi.comments', '\0'.repeat(4_000))
      expect([String(api.LMSCommit('')), Number(api.LMSGetLastError())], 'more than that').to.deep.equal(['false', 101])
      expect(sent.at(-1)!.commit['data'], 'and none of it is sent').to.equal(null)
      api.LMSSetValue('cmi.suspend_data', 'short')
      expect(String(api.LMSCommit(''))).to.equal('true')
      saved(false)
      expect([String(api.LMSCommit('')), Number(api.LMSGetLastError())], 'the platform has not kept it').to.deep.equal(['false', 101])
      saved(true)
      expect([String(api.LMSCommit('')), Number(api.LMSGetLastError())]).to.deep.equal(['true', 0])

      const { pack: other } = await put(await scorm2004())
      const frame = await frameOf((await launch(tom, other.id)).src)
      frame.api.Initialize('')
      frame.saved(false)
      expect([String(frame.api.Commit('')), Number(frame.api.GetLastError())]).to.deep.equal(['false', 391])
      expect([String(frame.api.Terminate('')), Number(frame.api.GetLastError())]).to.deep.equal(['false', 391])
    })
    it('counts in statements too', async () => {
      const { pack, ...where } = await put(await scorm12())
      await app.as(admin).call(routes.update, { params: { lessonId: where.lessonId }, body: { package: { counts_programs: true } } })
      const { key, secret } = await app.as(tom).call(routes.credentials, { params: { id: pack.id } })
      const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
      const statement = {
        actor: { name: 'T\ud800m' },
        verb: { id: 'http://adlnet.gov/expapi/verbs/completed' },
        object: { id: 'https://example.com/wheel', definition: { name: { en: '\udc00' } } },
        result: { score: { scaled: 0.9 } },
      }
      expect((await app.as(null).send('POST', '/xapi/statements', statement, { authorization })).status).to.equal(200)
      expect(await progress(tom, where)).to.include({ status: 'completed', score: 90 })
      const { body } = await app.as(null).send('GET', '/xapi/statements', undefined, { authorization })
      expect((body as { statements: { actor: unknown }[] }).statements[0]!.actor).to.deep.equal({ name: 'T�m' })
    })
  })

  it('SCORM 2004: base, query and pass mark of its manifest', async () => {
    const { pack, ...where } = await put(await scorm2004())
    expect(pack).to.deep.include({ status: 'ready', kind: 'scorm2004' })
    const opened = await launch(tom, pack.id)
    expect(opened.src).to.match(/\/app\/index\.html\?mode=normal$/)
    expect(String((await app.as(null).send('GET', opened.src.replace(/app.*$/, '~atrium/run.js'))).body)).to.contain('"cmi.scaled_passing_score":"0.7"')
    await commit(tom, pack.id, { item: 'only', launch: opened.launch, completion: 'completed', success: 'failed', score: { scaled: 0.4 } })
    const near = { item: 'only', launch: opened.launch, completion: 'completed', success: 'failed', score: { raw: 79.6, min: 0, max: 100 } }
    expect((await commit(tom, pack.id, near)).score, 'cut, as beside "failed" it is not 80').to.equal(79)
    expect((await commit(tom, pack.id, { ...near, score: { scaled: 0.29 } })).score, 'the best of both').to.equal(79)
    expect((await progress(tom, where)).status, 'completed and failed is not done').to.equal('incomplete')
    await commit(tom, pack.id, { item: 'only', launch: opened.launch, completion: 'completed', success: 'passed', score: { scaled: 0.8 } })
    expect(await progress(tom, where)).to.include({ status: 'completed', score: 80 })
  })

  it('tokens are of one learner, one package and a while; windows that were overtaken count no more', async () => {
    const { pack } = await put(await scorm12())
    const first = await launch(tom, pack.id)
    const [, , , token] = first.src.split('/')
    for (const bad of [`${token}x`, token!.slice(4), 'x', Buffer.from('{}').toString('base64url')])
      expect((await app.as(tom).send('GET', `/public/packages/${bad}/content/index.html`)).status, bad.slice(0, 8)).to.equal(404)
    for (const path of ['imsmanifest.xml', 'content/dot.png'])
      expect((await app.as(null).send('GET', `/public/packages/${token}/${path}`)).status).to.equal(200)
    for (const path of ['none.html', '../../../internal_api/account', '..%2f..%2fetc%2fpasswd', '~atrium/secret', '%00'])
      expect((await app.as(null).send('GET', `/public/packages/${token}/${path}`)).status, path).to.be.oneOf([404, 401, 400, 422])
    const second = await launch(tom, pack.id)
    expect(await refusal(commit(tom, pack.id, { item: 'one', launch: first.launch }))).to.include({ status: 409, code: 'newer_launch' })
    expect(await refusal(commit(tom, pack.id, { item: 'one', launch: second.launch + 1 }))).to.include({ status: 422 })
    expect(await refusal(commit(tom, pack.id, { item: 'other', launch: second.launch }))).to.include({ status: 422 })
    expect(await refusal(commit(ana, pack.id, { item: 'one', launch: 1 })), 'never opened').to.include({ status: 404 })
    for (const body of [{ seconds: -1 }, { score: { scaled: 7 } }, { completion: 'great' }])
      expect(await refusal(commit(tom, pack.id, { item: 'one', launch: second.launch, ...body })), JSON.stringify(body).slice(0, 40)).to.include({
        status: 422,
      })
    const stranger = await app.member('member')
    for (const call of [() => launch(stranger, pack.id), () => app.as(stranger).call(routes.show, { params: { lessonId: pack.lesson_id } })])
      expect(await refusal(call())).to.include({ status: 404 })
    for (const call of [
      () => app.as(tom).call(routes.registrations, { params: { id: pack.id } }),
      () => app.as(tom).call(routes.destroy, { params: { lessonId: pack.lesson_id } }),
      () => app.as(tom).call(routes.outline, { params: { id: pack.id } }),
    ])
      expect(await refusal(call())).to.include({ status: 403 })
    await app.clock.advance(13 * 3_600_000)
    expect((await app.as(null).send('GET', first.src)).status, 'too old').to.equal(404)
    await app.clock.advance(-13 * 3_600_000)
  })

  it('bombs, paths that climb, links, and what is no package: refused in words, nothing kept', async () => {
    const manifest = manifest12('Bad')
    const page = { 'imsmanifest.xml': manifest, 'content/index.html': 'x', 'content/more.html': 'x' }
    const bad: [string, Buffer, RegExp][] = [
      ['a bomb', await zip({ ...page, 'zeros.bin': Buffer.alloc(30 * 2 ** 20) }), /too large when unpacked/],
      [
        'too many',
        await zip(Object.fromEntries([...Object.entries(page), ...Array.from({ length: 3_001 }, (_, i) => [`f${i}.txt`, 'x'])])),
        /up to 3,000 files/,
      ],
      ['a path above', renamed(await zip({ ...page, 'xx/xx/evil.html': 'x' }), 'xx/xx/evil.html', '../../evil.html'), /invalid file paths/],
      ['a path from the root', renamed(await zip({ ...page, 'xetc/passwd': 'x' }), 'xetc/passwd', '/etc/passwd'), /invalid file paths/],
      ['a link', await zip({ ...page, link: '/etc/passwd' }, { mode: 0o120777 }), /symbolic links/],
      ['no manifest', await zip({ 'index.html': 'x' }), /no imsmanifest/],
      ['a manifest that is none', await zip({ ...page, 'imsmanifest.xml': '<html></html>' }), /can’t be read/],
      ['a file that is not there', await zip({ 'imsmanifest.xml': manifest }), /is missing/],
      [
        'an address elsewhere',
        await zip({ ...page, 'imsmanifest.xml': manifest.replaceAll(/href="content[^"]*"/g, 'href="https://evil.example/x.html"') }),
        /nothing to open/,
      ],
      ['cut off', (await scorm12()).subarray(0, 600), /valid ZIP/],
      ['a title nested deeply', await scorm12(`${'<b>'.repeat(20_000)}Deep${'</b>'.repeat(20_000)}`), /too many levels/],
      ['what nobody closes', await zip({ ...page, 'imsmanifest.xml': '<a>'.repeat(100_000) + '</b>'.repeat(100_000) }), /too many levels/],
      ['a NUL in a title', await scorm12('Bo\0wl'), /valid XML/],
      ['a NUL in an identifier', await zip({ ...page, 'imsmanifest.xml': manifest.replaceAll('identifier="one"', 'identifier="o\0ne"') }), /valid XML/],
    ]
    for (const [name, bytes, words] of bad) {
      const { pack } = await put(bytes, [tom]).catch((error) => {
        throw new Error(`${name}: ${error.message}`)
      })
      expect([pack.status, pack.items.length], name).to.deep.equal(['failed', 0])
      expect(pack.problem, name).to.match(words)
      expect((await app.sql('select 1 from packages.part where package_id = $1', [pack.id])).length, name).to.equal(0)
      expect(await refusal(launch(tom, pack.id))).to.include({ status: 409, code: 'package_not_ready' })
    }
    const made = await makeLesson(app, admin, [], 'scorm')
    const text = await app.upload(admin, 'package.zip', Buffer.from('no archive'))
    expect(await refusal(app.as(admin).call(routes.create, { params: { lessonId: made.lessonId }, body: { signed_id: text.signedId } }))).to.include({
      status: 422,
    })
    for (const path of ['../a', '/a', 'C:\\a', 'a/../../b', 'a\0b', '..\\a']) expect(pathProblem(path), path).to.not.equal(null)
    for (const href of ['../../a.html', 'https://a/b', '//a/b', 'javascript:x', '']) expect(pathIn('content', href), href).to.equal(null)
    expect(pathIn('a/b', '../c%20d.html?x=1#y')).to.deep.equal({ file: 'a/c d.html', search: '?x=1#y' })
    const entities = `<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>${manifest.replace('<?xml version="1.0"?>', '').replace('>Bad<', '>&x;&b;<')}`
    expect(readManifest(entities, '', () => true).title, 'no entity grows or reads').to.not.match(/aaaa|root:/)
  })

  it('keeps no half of a letter, reads small link files alone, and a package that no try could read has failed', async () => {
    const odd = manifest12('Bowl').replaceAll('>Bowl<', `>Bowl ${'x'.repeat(194)}😀<`)
    const { pack } = await put(await zip({ 'imsmanifest.xml': odd, 'content/index.html': 'x', 'content/more.html': 'x' }))
    expect(pack).to.deep.include({ status: 'ready', problem: null })
    expect(pack.title).to.equal(`Bowl ${'x'.repeat(194)}`)
    const link = '<webLink><url href="https://example.com/clay"/></webLink>'
    const { pack: padded } = await put(await cartridge({ 'links/one.xml': link + Array.from({ length: 9_000 }, (_, at) => `<x${at}/>`).join('') }))
    expect(padded).to.deep.include({ status: 'ready' })
    const [kept] = await app.sql<{ outline: { lessons: { link: string | null }[] }[] }>('select outline from packages.package where id = $1', [padded.id])
    expect(kept!.outline.flatMap(({ lessons }) => lessons.map((lesson) => lesson.link))).to.deep.equal([null, null, null])

    await app.sql(`update packages.package set status = 'reading' where id = any ($1)`, [[pack.id, padded.id]])
    await app.sql(`update packages.package set updated_at = now() - interval '3 hours' where id = $1`, [pack.id])
    await app.runSchedule('stale')
    await app.settle()
    const shown = async ({ lesson_id: lessonId }: { lesson_id: number }) => app.as(admin).call(routes.show, { params: { lessonId } })
    expect(await shown(pack)).to.deep.include({ status: 'failed', problem: 'This package couldn’t be read. Upload it again.' })
    expect((await shown(padded)).status, 'is being read').to.equal('reading')
  })

  it('a package is replaced and removed with its files; results stay', async () => {
    const { pack, lessonId } = await put(await scorm12())
    const opened = await launch(tom, pack.id)
    await commit(tom, pack.id, { item: 'one', launch: opened.launch, completion: 'completed', success: 'passed', data: { 'cmi.suspend_data': 'old' } })
    const parts = await app.sql('select file_id from packages.part where package_id = $1', [pack.id])
    const file = await app.upload(admin, 'new.zip', await scorm12('Newer'))
    await app.as(admin).call(routes.create, { params: { lessonId }, body: { signed_id: file.signedId } })
    await app.settle()
    expect((await app.as(admin).call(routes.show, { params: { lessonId } })).title).to.equal('Newer')
    expect((await app.sql('select 1 from kernel.file where id = any ($1::bigint[])', [parts.map(({ file_id }) => file_id)])).length).to.equal(0)
    expect((await app.as(tom).call(routes.registration, { params: { id: pack.id } }))!.status).to.equal('completed')
    await app.as(admin).call(routes.destroy, { params: { lessonId } })
    await app.settle()
    const kept = [`packages.package:${pack.id}`, `packages.archive:${lessonId}`]
    expect((await app.sql('select 1 from kernel.file where used_by = any ($1)', [kept])).length).to.equal(0)
    expect((await app.as(null).send('GET', opened.src)).status).to.equal(404)
  })

  it('Common Cartridge: an outline of drafts, added once', async () => {
    const { pack, courseId } = await put(await cartridge())
    expect(pack).to.deep.include({ status: 'ready', kind: 'cartridge' })
    expect(await app.as(admin).call(routes.outline, { params: { id: pack.id } })).to.deep.equal({ sections: 2, lessons: 3 })
    expect(await refusal(app.as(admin).call(routes.outline, { params: { id: pack.id } }))).to.include({ status: 409, code: 'no_outline' })
    const course = await app.as(admin).call(courses.routes.show, { params: { courseId } })
    const added = course.sections
      .filter(({ name }) => name.startsWith('Week'))
      .map(({ name, lessons }) => [name, lessons.map((one) => `${one.name} ${one.status}`)])
    expect(added).to.deep.equal([
      ['Week one', ['Clay bodies draft', 'A link draft']],
      ['Week two', ['Kilns draft']],
    ])
    const clay = course.sections.flatMap(({ lessons }) => lessons).find(({ name }) => name === 'Clay bodies')!
    const lesson = JSON.stringify(await app.as(admin).call(courses.routes.lesson, { params: { courseId, id: clay.id } }))
    expect(lesson).to.contain('Stoneware is grey').and.not.contain('alert(1)')
  })

  it('xAPI: statements count for who holds the credentials, each once', async () => {
    const { pack, ...where } = await put(await scorm12())
    await app.as(admin).call(routes.update, { params: { lessonId: where.lessonId }, body: { package: { counts_programs: true } } })
    const { key, secret, endpoint } = await app.as(tom).call(routes.credentials, { params: { id: pack.id } })
    expect(endpoint).to.match(/\/xapi\/$/)
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
    const send = (body: unknown, headers: Record<string, string> = { authorization }) => app.as(null).send('POST', '/xapi/statements', body, headers)
    const statement = (verb: string, more: object = {}) => ({
      actor: { mbox: 'mailto:somebody.else@example.com' },
      verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
      object: { id: 'https://example.com/wheel' },
      ...more,
    })
    for (const headers of [
      {} as Record<string, string>,
      { authorization: 'Basic AAAA' },
      { authorization: `Basic ${Buffer.from(`${key}:wrong`).toString('base64')}` },
    ])
      expect((await send(statement('completed'), headers)).status).to.equal(401)
    for (const bad of [{}, [], { ...statement('x'), verb: { id: 'no' } }, [1], 'text', statement('x', { result: { score: { scaled: 3 } } })])
      expect((await send(bad)).status, JSON.stringify(bad)).to.be.oneOf(Array.isArray(bad) && bad.length === 0 ? [200] : [400])
    const id = '0d2a3c1e-8a56-4f6a-9c2b-1b1b1b1b1b1b'
    const first = await send(statement('experienced', { id }))
    expect([first.status, first.body, first.headers['x-experience-api-version']]).to.deep.equal([200, [id], '1.0.3'])
    expect((await send(statement('experienced', { id }))).status, 'the same again').to.equal(200)
    expect((await send(statement('completed', { id }))).status, 'another of this id').to.equal(409)
    const other = { ...statement('experienced', { id }), actor: { mbox: 'mailto:another@example.com' } }
    expect((await send(other)).status, 'another in what is nested').to.equal(409)
    const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)
    expect((await send(statement('x', { context: deep }))).body).to.include({ code: 'invalid_input' })
    expect((await send(statement('x', { context: { note: 'a\0b' } }))).status).to.equal(422)
    const limited = (limit: string) => app.as(null).send('GET', `/xapi/statements?limit=${limit}`, undefined, { authorization })
    for (const limit of ['-5', '1.5', 'many']) expect((await limited(limit)).status, limit).to.equal(422)
    expect((await limited('0')).body.statements).to.have.length(1)
    const part = {
      object: { id: 'https://example.com/wheel?part=q1' },
      result: { success: true, completion: true, score: { scaled: 1 } },
      context: { contextActivities: { parent: [{ id: 'https://example.com/wheel' }] } },
    }
    expect((await send(statement('answered', part))).status).to.equal(200)
    expect((await progress(tom, where)).status, 'one answer of many').to.equal('incomplete')
    const put1 = await app
      .as(null)
      .send('PUT', `/xapi/statements?statementId=${id.replace('0d', '1d')}`, statement('passed', { result: { score: { scaled: 0.85 } } }), { authorization })
    expect(put1.status).to.equal(204)
    expect(await progress(tom, where), 'whatever actor it names').to.include({ status: 'completed', score: 85 })
    const all = await app.as(null).send('GET', '/xapi/statements', undefined, { authorization })
    expect(all.body.statements.map((one: { verb: { id: string } }) => one.verb.id.split('/').at(-1))).to.deep.equal(['passed', 'answered', 'experienced'])
    const mine = await app.as(ana).call(routes.credentials, { params: { id: pack.id } })
    const hers = { authorization: `Basic ${Buffer.from(`${mine.key}:${mine.secret}`).toString('base64')}` }
    expect((await app.as(null).send('GET', '/xapi/statements', undefined, hers)).body.statements).to.deep.equal([])
    expect((await app.as(null).send('GET', `/xapi/statements?statementId=${id}`, undefined, hers)).status).to.equal(404)
    await app.as(tom).call(routes.credentials, { params: { id: pack.id } })
    expect((await send(statement('x'))).status, 'new credentials end the old').to.equal(401)
  })

  it('XA9: what a program reports is marked, and completes nothing until an editor has it count', async () => {
    const { pack, ...where } = await put(await scorm12())
    const params = { lessonId: where.lessonId }
    expect(pack.counts_programs).to.equal(false)
    const { key, secret } = await app.as(tom).call(routes.credentials, { params: { id: pack.id } })
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
    const passed = (scaled: number) => ({
      actor: { mbox: 'mailto:tom@example.com' },
      verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
      object: { id: 'https://example.com/wheel' },
      result: { score: { scaled } },
    })
    const send = async (body: unknown) => expect((await app.as(null).send('POST', '/xapi/statements', body, { authorization })).status).to.equal(200)
    const seen = async () => (await app.as(admin).call(routes.registrations, { params: { id: pack.id } })).records[0]!
    await send(passed(1))
    expect((await progress(tom, where)).status).to.not.equal('completed')
    const marked = { reported: { status: 'completed', success: 'passed', score: 100 } }
    expect(await seen()).to.deep.include({ status: 'not_started', success: 'unknown', score: null, ...marked })
    expect(await app.as(tom).call(routes.registration, { params: { id: pack.id } })).to.deep.include(marked)
    // the package itself goes on from what it told, not from what was reported
    const { launch: opened } = await launch(tom, pack.id)
    await commit(tom, pack.id, { item: 'one', launch: opened, score: { raw: 40, min: 0, max: 100 } })
    expect(await seen()).to.deep.include({ status: 'incomplete', score: 40, ...marked })
    const on = { params, body: { package: { counts_programs: true } } }
    expect(await refusal(app.as(tom).call(routes.update, on))).to.include({ status: 403 })
    expect(await app.as(admin).call(routes.update, on)).to.include({ counts_programs: true })
    expect((await progress(tom, where)).status, 'what was reported before').to.not.equal('completed')
    await send(passed(0.9))
    expect(await progress(tom, where)).to.include({ status: 'completed', score: 90 })
    expect(await seen()).to.deep.include({ status: 'completed', success: 'passed', score: 90, ...marked })
  })

  it('BR3, BR4: opens in frames alone, and its documents call nobody', async () => {
    const own = {
      'content/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'content/index.html': '<!-- <head> --><p>x</p>',
      'imsmanifest.xml': manifest12('x'),
    }
    const { pack } = await put(await zip(own))
    const { src } = await launch(tom, pack.id)
    const get = (file: string, as?: string) => app.as(null).send('GET', src.replace('index.html', file), undefined, as ? { 'sec-fetch-dest': as } : {})
    for (const file of ['index.html', 'drawing.svg']) {
      expect((await get(file, 'document')).body, file).to.include({ code: 'not_framed', message: 'Open this package from its lesson.' })
      for (const as of ['iframe', 'frame', 'image', 'empty', undefined]) expect((await get(file, as)).status, as).to.equal(200)
    }
    const page = await get('index.html', 'iframe')
    expect(page.headers['content-security-policy'])
      .to.include("webrtc 'block'")
      .and.match(/frame-src \S+;/)
      .and.not.include("script-src 'none'")
    expect(String(page.body)).to.match(/^<script/)
    expect((await get('drawing.svg', 'iframe')).headers['content-security-policy']).to.include("script-src 'none'")
  })

  it('what was handed out ends with the right: frames and credentials of who was put out or banned', async () => {
    const zoe = await app.member('member')
    const { pack, courseId } = await put(await scorm12(), [tom, zoe])
    const handed = async (who: TestMember) => {
      const { key, secret } = await app.as(who).call(routes.credentials, { params: { id: pack.id } })
      const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
      const { src } = await launch(who, pack.id)
      return async () => {
        const answers = [app.as(null).send('GET', src), app.as(null).send('GET', '/xapi/statements', undefined, { authorization })]
        return (await Promise.all(answers)).map(({ status }) => status)
      }
    }
    const [toms, zoes] = [await handed(tom), await handed(zoe)]
    expect([await toms(), await zoes()]).to.deep.equal([
      [200, 200],
      [200, 200],
    ])
    const { records } = await app.as(admin).call(spaces.routes.members, { params: { space_id: courseId } })
    const seat = records.find((record) => record.community_member_id === tom.id)!
    await app.as(admin).call(spaces.routes.removeMember, { params: { space_id: courseId, id: seat.id } })
    await app.run(null, (ctx) => ctx.members.remove(zoe.id, 'banned'))
    for (const statuses of [toms, zoes]) await until('neither serves any more', async () => String(await statuses()) === '404,401')
  })
})
