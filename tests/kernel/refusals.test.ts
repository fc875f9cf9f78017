/** Whoever reads Portuguese is refused in Portuguese: calls, forms, limits, sockets; and no sentence is forgotten. */
import { expect } from 'chai'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nameOf, sentence, z } from '@atrium/sdk'
import communities from '@atrium/sdk/kernel/communities'
import { issuesOf, parseErrors, Refusals } from '@atrium/sdk/server'
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { io, type Socket } from 'socket.io-client'
import { catalogueProblems, refusalsIn } from '../../sdk/testing/sentences.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const sdk = path.join(ROOT, 'sdk')

describe('catalogues of refusals', () => {
  it('translate every sentence of kernel and SDK, and no other', () => {
    expect(catalogueProblems(sdk, [sdk, path.join(ROOT, 'kernel')])).to.deep.equal([])
  })
  it('translate every sentence of the template of a new plugin', () => {
    expect(catalogueProblems(path.join(sdk, 'create/template'))).to.deep.equal([])
  })
  it('are compared with what the sources say', () => {
    const kernel = refusalsIn(path.join(ROOT, 'kernel'))
    for (const text of [
      'Email not found.',
      'Role "{role}" not found.',
      'Too many requests. Wait a moment and try again.',
      '{plugin} requires {others}. Turn that on first.',
    ])
      expect(kernel.has(text), text).to.equal(true)
    const polls = refusalsIn(path.join(ROOT, 'plugins/polls'))
    for (const text of ['Enter a question.', 'Choose an option.', 'You can add up to {max} polls.', 'Vote not found.'])
      expect(polls.has(text), text).to.equal(true)
    expect(
      [...polls.keys()].filter((text) => text.startsWith('A public community')),
      'reasons in a contract are no refusals',
    ).to.deep.equal([])
  })
})

describe('refusals', () => {
  let refusals: Refusals
  before(async () => {
    refusals = await Refusals.load([
      { dir: sdk },
      { dir: path.join(ROOT, 'plugins/polls'), manifest: { id: 'polls', title: 'Polls' } },
      { dir: path.join(ROOT, 'plugins/posts'), manifest: { id: 'posts', title: 'Posts' } },
    ])
  })
  const say = (text: unknown, plugin?: string) => refusals.say(text, 'pt-BR', plugin)
  const [polls, posts] = [nameOf({ id: 'polls', title: 'Polls' }), nameOf({ id: 'posts', title: 'Posts' })]

  it('are sentences, sentences with values, and names of plugins in them', () => {
    expect(say('Poll not found.')).to.equal('Enquete não encontrada.')
    expect(say(sentence('Role "{role}" not found.', { role: 'a (b) {role} $&' }))).to.equal('Função "a (b) {role} $&" não encontrada.')
    expect(say(sentence('{plugin} isn’t included in your plan. Upgrade to use it.', { plugin: polls }))).to.equal(
      'Enquetes não está incluído no seu plano. Faça upgrade para usar.',
    )
    const needs = sentence('{plugin} requires {others}. Turn that on first.', { plugin: nameOf({ id: 'stars', title: 'Stars' }), others: [polls, posts] })
    expect(say(needs)).to.equal('Stars requer Enquetes, Publicações. Ative antes.')
    expect(String(needs)).to.equal('Stars requires Polls, Posts. Turn that on first.')
    expect(say(sentence('Page numbers only work for the first {max} records. Use next_cursor after that.', { max: 10_000 }))).to.include('10.000')
  })
  it('of two plugins may be said differently, each by its own words', async () => {
    const dirs = await Promise.all(['alpha', 'beta'].map((id) => mkdtemp(path.join(tmpdir(), `atrium-${id}-`))))
    try {
      for (const [i, words] of ['da primeira', 'da segunda'].entries()) {
        await mkdir(path.join(dirs[i]!, 'locales'))
        await writeFile(path.join(dirs[i]!, 'locales/refusals.pt-BR.json'), JSON.stringify({ 'There is no room.': words }))
      }
      const both = await Refusals.load(dirs.map((dir, i) => ({ dir, manifest: { id: i === 0 ? 'alpha' : 'beta', title: '' } })))
      const words = ['alpha', 'beta', undefined].map((plugin) => both.say('There is no room.', 'pt-BR', plugin))
      expect(words).to.deep.equal(['da primeira', 'da segunda', 'da primeira'])
    } finally {
      for (const dir of dirs) await rm(dir, { recursive: true })
    }
  })
  it('leave alone what is data, and the English', () => {
    const details = { plugin: 'polls', tier: null, at: new Date(0), name: ['This field is required.', 'too_short'] }
    expect(say(details)).to.deep.equal({ ...details, name: ['Este campo é obrigatório.', 'too_short'] })
    expect(say('a'.repeat(5_000))).to.equal('a'.repeat(5_000))
    expect(refusals.say('Poll not found.', 'en-US')).to.equal('Poll not found.')
    expect(refusals.say('Poll not found.', 'de')).to.equal('Poll not found.')
  })
  it('of schemas are plain where people meet them, and in their language everywhere', () => {
    const shape = z.object({ name: z.string().min(1).max(5), size: z.number(), kind: z.enum(['a', 'b']), own: z.string().min(3, 'Three at least.') })
    const messages = (input: unknown, locale: string) =>
      refusals.say(Object.values(issuesOf(shape.safeParse(input, { error: parseErrors(locale) }).error!, 'body')).flat(), locale)
    const input = { name: '', size: 'x', kind: 'c', own: '' }
    expect(messages(input, 'en-US')).to.deep.equal([
      'This field is required.',
      'Invalid input: expected number, received string',
      'Invalid option: expected one of "a"|"b"',
      'Three at least.',
    ])
    expect(messages(input, 'pt-BR').slice(0, 2)).to.deep.equal(['Este campo é obrigatório.', 'Entrada inválida: esperava um número, recebeu um texto'])
    expect(messages({ name: 'abcdef', size: 1, kind: 'a', own: 'abc' }, 'pt-BR')).to.deep.equal(['Use no máximo 5 caracteres.'])
    expect(messages({}, 'pt-BR')).to.deep.equal(Array(4).fill('Este campo é obrigatório.'))
  })
})

describe('being refused in a language', () => {
  let app: TestApp
  let brazilian: TestMember
  let admin: TestMember
  let american: TestMember
  const PORTUGUESE = { 'accept-language': 'pt-PT,pt;q=0.9,en;q=0.5' }
  before(async () => {
    app = await testApp(['plugins/spaces', 'plugins/content', 'plugins/posts', 'plugins/polls'])
    ;[brazilian, admin, american] = [await app.member(), await app.member('admin'), await app.member()]
    await app.sql(`update kernel.account set locale = 'pt-BR' where id = any ($1)`, [[brazilian.accountId, admin.accountId]])
    await app.sql(`update kernel.account set locale = 'en-US' where id = $1`, [american.accountId])
  })
  after(() => app?.close())

  const roles = communities.routes.createRole.path
  const password = { email: 'nobody@example.com', password: 'wrong' }

  it('says it to members in theirs, whatever the browser asks for', async () => {
    const { body } = await app.as(brazilian).send('POST', roles, { name: 'Guide' }, { 'accept-language': 'en' })
    expect(body).to.include({ code: 'forbidden', message: 'Você não tem permissão para fazer isso.' })
    const { body: english } = await app.as(american).send('POST', roles, { name: 'Guide' }, PORTUGUESE)
    expect(english).to.include({ code: 'forbidden', message: 'You don’t have permission to do this.' })
  })
  it('says it to visitors in that of their browser', async () => {
    const wrong = async (headers: Record<string, string>) =>
      (await app.as(null).send('POST', '/internal_api/sign_in', password, { origin: app.url, ...headers })).body
    expect((await wrong(PORTUGUESE)).message).to.equal('E-mail ou senha incorretos. Tente de novo ou redefina sua senha.')
    expect((await wrong({})).message).to.equal('Incorrect email or password. Try again or reset your password.')
    const lost = await app.as(null).send('GET', '/internal_api/nowhere', undefined, PORTUGUESE)
    expect(lost.body).to.include({ code: 'route_not_found', message: 'GET /internal_api/nowhere não existe.' })
    const token = await app.as(null).send('GET', '/internal_api/home', undefined, { ...PORTUGUESE, authorization: 'Bearer unknown' })
    const mailed = await app.as(null).send('POST', '/internal_api/passwords', { email: password.email }, { origin: app.url, ...PORTUGUESE })
    expect(mailed.body.message).to.equal('Se houver uma conta com este e-mail, enviaremos um link.')
    expect(token.body.message).to.equal('Este token de API é inválido, expirou ou foi revogado.')
  })
  it('says it of fields', async () => {
    const missing = await app.as(admin).send('POST', roles, {})
    expect(missing.body).to.include({ code: 'invalid_input', message: 'Alguns campos precisam de atenção.' })
    expect(missing.body.error_details).to.deep.equal({ name: ['Este campo é obrigatório.'] })
    const long = await app.as(admin).send('POST', roles, { name: 'a'.repeat(61) })
    expect(long.body.error_details).to.deep.equal({ name: ['Use no máximo 60 caracteres.'] })
    const own = await app.as(admin).send('POST', roles, { name: 'a\nb' })
    expect(own.body.error_details).to.deep.equal({ name: ['Quebras de linha e caracteres de controle não são permitidos aqui.'] })
    const json = await app.as(admin).send('POST', roles, new TextEncoder().encode('{'), { 'content-type': 'application/json' })
    expect(json.body.message).to.equal('O corpo da requisição não é um JSON válido.')
    const setting = communities.routes.updatePluginSettings.path.replace(':id', 'posts')
    const settings = await app.as(admin).send('PATCH', setting, { title_required: 'perhaps', excerpt_length: 1 })
    expect(settings.body.error_details).to.deep.equal({
      excerpt_length: ['Deve ser no mínimo 200.'],
      title_required: ['Entrada inválida: esperava um valor booleano, recebeu um texto'],
    })
  })
  it('says it of what is not there, and with the values in it', async () => {
    const { body } = await app.as(brazilian).send('GET', '/internal_api/polls/999')
    expect(body).to.include({ code: 'not_found', message: 'Enquete não encontrada.' })
    expect(body.error_details).to.deep.equal({ message: 'Registro não encontrado.' })
    const unknown = await app.as(admin).send('POST', roles, { name: 'Guide', permissions: ['posts.fly'] })
    expect(unknown.body.error_details).to.deep.equal({ permissions: ['Permissão "posts.fly" não encontrada.'] })
    await app.switch('polls', false)
    const off = await app.as(brazilian).send('GET', '/internal_api/polls/999')
    expect(off.body).to.include({ code: 'plugin_off', message: 'Enquetes está desativado nesta comunidade.' })
    await app.switch('polls', true)
  })
  it('says it of limits', async () => {
    const tries = await Promise.all(
      Array.from({ length: 30 }, () => app.as(null).send('POST', '/internal_api/sign_in', password, { origin: app.url, ...PORTUGUESE })),
    )
    const late = tries.find(({ status }) => status === 429)!
    expect(late.body.message).to.be.oneOf(['Requisições demais. Aguarde um instante e tente de novo.', 'Tentativas demais. Tente de novo mais tarde.'])
    app.resetLimits()
  })
  it('says it over sockets', async () => {
    const sockets: Socket[] = []
    const answer = async (member: TestMember) => {
      const socket = io(app.url, { path: '/socket', transports: ['websocket'], forceNew: true, extraHeaders: { cookie: `atrium_session=${member.token}` } })
      sockets.push(socket)
      return socket.timeout(60_000).emitWithAck('join', { room: 'space:999' })
    }
    try {
      expect(await answer(brazilian)).to.deep.equal({ ok: false, code: 'forbidden', message: 'Você não tem permissão para fazer isso.' })
      expect(await answer(american)).to.deep.equal({ ok: false, code: 'forbidden', message: 'You don’t have permission to do this.' })
    } finally {
      for (const socket of sockets) socket.disconnect()
    }
    const foreign = await fetch(`${app.url}/socket/?EIO=4&transport=polling`, { headers: { ...PORTUGUESE, origin: 'https://evil.example' } })
    expect((await foreign.json()).message).to.equal('Conexões desta página não são permitidas.')
  })
})
