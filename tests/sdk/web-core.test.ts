/** The parts of the web core that think: addresses, errors, words, keys, optimistic changes. */
import { QueryObserver } from '@tanstack/react-query'
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Route } from '../../sdk/core/contract.ts'
import type { AtriumError } from '../../sdk/core/errors.ts'
import { setBoot } from '../../sdk/web/core/boot.ts'
import { addressOf, call, callStream, isNetworkFailure } from '../../sdk/web/core/client.ts'
import { bySpecificity, matchPath } from '../../sdk/web/core/paths.ts'
import { hydrate, queryClient, queryKey, useQueryCache } from '../../sdk/web/core/queries.ts'
import { mapLocale } from '../../sdk/core/rules/locales.ts'
import { toast, toasts } from '../../sdk/web/ui/toast.ts'
import { loadMoreWords, loadWords, setLocale, translate } from '../../sdk/web/core/words.ts'

const route = (method: Route['method'], path: string, name = 'thing'): Route<any> => ({ plugin: 'test', name, method, path, options: { can: 'member' } })
const answers: (() => Response | Promise<Response>)[] = []
const json =
  (status: number, body: unknown, headers = {}) =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

describe('toasts', () => {
  const shown = () => toasts.get().map(({ message, gain }) => [message, gain])
  beforeEach(() => toasts.set([]))
  it('say an act and what it brought at once, whichever comes first', () => {
    toast.success('Post published')
    toast.gain('+5 points', 'Post published')
    expect(shown()).to.deep.equal([['Post published', '+5 points']])
    toast.error('No connection')
    toast.gain('+2 points', 'Headline added')
    toast.success('Saved')
    expect(shown()).to.deep.equal([
      ['Post published', '+5 points'],
      ['No connection', undefined],
      ['Saved', '+2 points'],
    ])
  })
  it('keep the reason where no act says it', () => {
    toast.error('No connection')
    toast.gain('+5 points', 'Lesson completed')
    expect(toasts.get().at(-1)).to.include({ tone: 'gain', reason: 'Lesson completed' })
  })
  it('say what an undoing took back in place of what the act had brought', () => {
    toast.error('No connection')
    toast.gain('+2 points', 'RSVP to an event')
    toast.loss('−2 points', 'RSVP to an event')
    expect(shown()).to.deep.equal([
      ['No connection', undefined],
      ['−2 points', undefined],
    ])
    toast.error('No connection')
    toast.gain('+2 points')
    toast.undo('RSVP canceled', { onUndo: () => {} })
    toast.loss('−2 points')
    expect(shown().at(-1)).to.deep.equal(['RSVP canceled', '−2 points'])
  })
})

describe('web core', () => {
  const { fetch } = globalThis
  before(async () => {
    globalThis.fetch = async () => answers.shift()!()
    answers.push(json(200, { sdk: JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../sdk/locales/en-US.json'), 'utf8')) }))
    await loadWords({ first: '/words.json', members: '/members.json', admins: '/admins.json' })
    setBoot({ account: null, plugins: [] } as never)
  })
  after(() => {
    globalThis.fetch = fetch
    queryClient.clear()
  })

  it('matches addresses, the narrowest pattern first', () => {
    const patterns = ['/c/:space/:slug', '/c/:space/members.csv', '/c/:space/new', '/'].sort(bySpecificity)
    const find = (path: string) => patterns.find((pattern) => matchPath(pattern, path))
    expect(find('/c/clay/new')).to.equal('/c/:space/new')
    expect(find('/c/clay/members.csv')).to.equal('/c/:space/members.csv')
    expect(find('/c/clay/first-bowl/')).to.equal('/c/:space/:slug')
    expect(find('/nowhere')).to.equal(undefined)
    expect(matchPath('/c/:space/:slug', '/c/tea%20bowls/x')).to.deep.equal({ space: 'tea bowls', slug: 'x' })
    expect(matchPath('/c/:space', '/c/%E0%A4%A')).to.equal(null)
  })

  it('builds addresses and refuses to leave a parameter empty', () => {
    expect(addressOf(route('GET', '/a/:id/b'), { params: { id: 'x/y' }, query: { ids: [1, 2], none: undefined, on: true } })).to.equal(
      '/a/x%2Fy/b?ids=1&ids=2&on=true',
    )
    expect(() => addressOf(route('GET', '/a/:id'), {})).to.throw(TypeError)
  })

  const failure = async (...replies: typeof answers) => {
    answers.push(...replies)
    const error = await call(route('GET', '/a')).then(
      () => null,
      (thrown) => thrown,
    )
    expect(answers).to.have.length(0)
    return error as AtriumError
  }
  it('turns every failure into one kind of error', async () => {
    expect(await failure(json(422, { message: 'No.', error_details: ['first', 'second'], code: 'invalid_input' }))).to.include({
      status: 422,
      code: 'invalid_input',
      message: 'No.',
      details: 'first',
    })
    const busy = () => new Response('{"message":"Later.","code":"unavailable","more":1}', { status: 500, statusText: 'Not now' })
    expect(await failure(busy)).to.deep.include({ statusText: 'Not now', body: { message: 'Later.', code: 'unavailable', more: 1 } })
    expect(await failure(json(500, '<html>'))).to.include({ code: 'unparsable', body: '<html>' })
    expect((await failure(json(422, { message: 'No.', error_details: { name: ['short'] } }))).details).to.deep.equal({ name: ['short'] })
    expect((await failure(json(500, {}))).message).to.equal('Couldn’t load the data. Try again.')
    expect((await failure(json(502, '<html>'))).message).to.equal('Something went wrong. Try again in a moment.')
    expect((await failure(json(200, '{'))).message).to.equal('Something went wrong. Try again in a moment.')
    expect((await failure(json(403, { message: 'x', view_only_masquerading: true }))).code).to.equal('view_only_masquerading')
    const unreached = await failure(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(unreached).to.include({ status: 0, code: 'network' })
    expect(isNetworkFailure(unreached)).to.equal(true)
    expect(isNetworkFailure(await failure(json(500, { code: 'internal_error', message: 'A timeout.' })))).to.equal(false)
    answers.push(json(200, ''))
    expect(await call(route('GET', '/a'))).to.equal(undefined)
  })
  it('repeats a read once when the server says when, and never a write', async () => {
    answers.push(json(503, {}, { 'retry-after': '0' }), json(200, { fine: true }))
    expect(await call(route('GET', '/a'))).to.deep.equal({ fine: true })
    expect((await failure(json(429, { code: 'rate_limited' }, { 'retry-after': '600' }))).retryAfter).to.equal(600)
    answers.push(json(503, {}, { 'retry-after': '0' }))
    expect(await call(route('POST', '/a')).catch((error) => error.status)).to.equal(503)
  })

  it('hands over the pieces of a stream as they come, however they are cut', async () => {
    const cut = (...chunks: string[]) => {
      const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
      return () => new Response(new ReadableStream({ pull: (stream) => (bytes.length ? stream.enqueue(bytes.shift()!) : stream.close()) }))
    }
    const heard = async () => {
      const pieces: unknown[] = []
      await callStream(route('POST', '/a'), {}, (piece) => pieces.push(piece))
      return pieces
    }
    answers.push(cut('data: {"text":"One"}\n\ndata: {"te', 'xt":"two"}\n', '\n: still here\n\n', 'data: {"end":true}\n\n'))
    expect(await heard()).to.deep.equal([{ text: 'One' }, { text: 'two' }, { end: true }])
    answers.push(json(409, { code: 'answer_under_way', message: 'Wait.' }))
    expect(await heard().catch(({ status, code }) => [status, code])).to.deep.equal([409, 'answer_under_way'])
    answers.push(() => new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) })))
    expect(await heard().catch(({ status, code }) => [status, code])).to.deep.equal([0, 'network'])
  })

  it('speaks in plurals of the locale and falls back to the key', async () => {
    answers.push(json(200, { posts: { likes_zero: 'no likes', likes_one: '{count} like', likes_other: '{count} likes', by: 'by {name}' } }))
    await loadWords({ first: '/words.json', members: '/members.json', admins: '/admins.json' })
    setLocale('en')
    expect(translate('posts', 'likes', { count: 1 })).to.equal('1 like')
    expect(translate('posts', 'likes', { count: 0 })).to.equal('no likes')
    expect(translate('posts', 'likes', { count: 1200 })).to.equal('1,200 likes')
    expect(translate('posts', 'by', { name: '{count}' })).to.equal('by {count}')
    answers.push(json(200, { posts: { 'settings.all': 'All posts' }, polls: { title: 'Polls' } }))
    expect(translate('posts', 'settings.all'), 'is fetched when it is missed').to.equal('settings.all')
    await loadMoreWords('members')
    expect(translate('posts', 'settings.all')).to.equal('All posts')
    expect(translate('posts', 'by', { name: 'Ana' }), 'what was there stays').to.equal('by Ana')
    answers.push(json(200, {}))
    expect(translate('posts', 'missing')).to.equal('missing')
    expect([mapLocale('pt'), mapLocale('en-GB'), mapLocale(null)]).to.deep.equal(['pt-BR', 'en-US', 'en-US'])
  })

  it('asks again for what was being read for the first time when it became stale', async () => {
    const list = route('GET', '/first', 'first')
    let answer = (_: Response) => {}
    answers.push(() => new Promise((resolve) => (answer = resolve)), json(200, ['after']))
    const read = new QueryObserver(queryClient, { queryKey: queryKey(list), queryFn: ({ signal }) => call(list, {}, { signal }) })
    const leave = read.subscribe(() => {})
    const late = useQueryCache().invalidate(list)
    answer(json(200, ['before'])())
    await late
    expect(read.getCurrentResult().data).to.deep.equal(['after'])
    leave()
  })

  it('takes prefetched replies, changes lists optimistically and takes it back', () => {
    const list = route('GET', '/a/:id', 'list')
    expect(queryKey(list, { params: { id: 1 }, query: {} })).to.deep.equal(queryKey(list, { params: { id: '1' } }))
    const page = { page: 1, has_next_page: false, records: [{ likes: 1 }] }
    hydrate([{ key: ['test', 'list', { params: { id: 1 } }], data: page }])
    const cache = useQueryCache()
    const revert = cache.update(list, { params: { id: 1 } } as never, (reply: any) => ({
      ...reply,
      records: reply.records.map((one: any) => ({ likes: one.likes + 1 })),
    }))
    const paged = () => queryClient.getQueryData<any>(['test', 'list', 'pages', { params: { id: '1' } }]).pages[0].records[0].likes
    expect([cache.get(list, { params: { id: 1 } } as never) as any, paged()]).to.deep.equal([{ ...page, records: [{ likes: 2 }] }, 2])
    revert()
    expect(paged()).to.equal(1)
  })
})
