/** What is made to look like ours: tokens that were used up or forged, and marks in texts that only the house may set. */
import { sessionFor } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { createHash, randomBytes } from 'node:crypto'
import type { TestApp } from '@atrium/sdk/testing'
import content from '../../plugins/content/contract.ts'
import { openFilled, renew, type Side } from './world.ts'

describe('forgeries', () => {
  let app: TestApp
  let side: Side
  before(async () => {
    const world = await openFilled()
    app = world.app
    side = world.a
    // only who is in the space may speak there
    await app.as(side.member).send('POST', `/internal_api/spaces/${side.open.space.id}/join`, {})
  })
  beforeEach(() => renew(app, side))
  after(() => app?.close())

  const OWN = '/internal_api/bookmarks'
  const ask = async (headers: Record<string, string>) => {
    app.resetLimits()
    const response = await fetch(app.url + OWN, { headers: { accept: 'application/json', ...headers } })
    return { status: response.status, body: await response.json() }
  }
  const asSession = (token: string) => ask({ cookie: `atrium_session=${token}` })

  it('A42: a token that gave way to another opens nothing once requests under way have had their time', async () => {
    const { id, token: former } = await sessionFor(app, side.member.accountId, side.communityId)
    const present = randomBytes(32).toString('base64url')
    expect((await asSession(former)).status).to.equal(200)
    const rotate = async (ago: string) => {
      await app.sql(`update kernel.session set former_hash = $2, token_hash = $3, rotated_at = now() - $4::interval where id = $1`, [
        id,
        ...[former, present].map((token) => createHash('sha256').update(token).digest()),
        ago,
      ])
      await app.kernel.modules.data.signal('session.changed', {})
    }
    await rotate('1 second')
    expect([(await asSession(former)).status, (await asSession(present)).status]).to.deep.equal([200, 200])
    await rotate('11 seconds')
    expect([(await asSession(former)).status, (await asSession(present)).status]).to.deep.equal([401, 200])
  })

  it('A54: no signed, unsigned, expired or foreign JSON token is a session or an API token', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { sub: String(side.admin.accountId), account_id: side.admin.accountId, community_id: side.communityId, scopes: ['admin'], aud: app.url }
    const now = Math.floor(Date.now() / 1000)
    for (const [head, more] of [
      [{ alg: 'none' }, { exp: now + 600 }],
      [{ alg: 'HS256' }, { exp: now + 600 }],
      [{ alg: 'RS256', jwk: {} }, { exp: now - 600 }],
      [{ alg: 'HS256', kid: '../../dev/null' }, { nbf: now + 600 }],
    ] as const)
      for (const signature of ['', createHash('sha256').update('').digest('base64url')]) {
        const token = `${part({ typ: 'JWT', ...head })}.${part({ ...claims, ...more })}.${signature}`
        expect((await asSession(token)).status, token).to.equal(401)
        for (const scheme of ['Bearer', 'Token']) expect((await ask({ authorization: `${scheme} ${token}` })).status, token).to.equal(401)
      }
  })

  it('A31, A33: raw HTML, styles and classes in a text are dropped, in whichever node they hide', async () => {
    const mine = {
      class: 'atrium-dialog mallory',
      style: 'position:fixed;inset:0',
      id: 'mallory',
      html: '<b id="mallory">',
      onclick: 'mallory()',
      'data-mallory': '1',
    }
    const text = {
      type: 'text',
      text: 'words',
      marks: [
        { type: 'bold', attrs: mine },
        { type: 'link', attrs: { ...mine, href: 'https://example.com' } },
      ],
    }
    const paragraph = { type: 'paragraph', attrs: mine, content: [text] }
    const body = {
      type: 'doc' as const,
      attrs: mine,
      content: [
        paragraph,
        { type: 'heading', attrs: { level: 2, ...mine }, content: [text] },
        { type: 'blockquote', attrs: mine, content: [paragraph] },
        { type: 'bulletList', attrs: mine, content: [{ type: 'listItem', attrs: mine, content: [paragraph] }] },
        { type: 'codeBlock', attrs: { language: 'css', ...mine }, content: [{ type: 'text', text: 'words' }] },
        { type: 'embed', attrs: { ...mine, url: 'https://example.com/a' } },
        { type: 'poll', attrs: { ...mine, id: side.open.poll.id } },
      ],
    }
    const made = await app
      .as(side.member)
      .call(content.routes.createComment, { params: { postId: side.open.post.id }, body: { comment: { tiptap_body: { body } } } })
    expect(made.body.html).to.include('words')
    expect(JSON.stringify(made)).not.to.match(/mallory\W|position:fixed/)
  })

  it('A76: a word for everybody calls nobody, and no text calls more than fifty', async () => {
    const say = (nodes: object[]) =>
      app.as(side.member).send('POST', `/internal_api/posts/${side.open.post.id}/comments`, {
        comment: { tiptap_body: { body: { type: 'doc', content: [{ type: 'paragraph', content: nodes }] } } },
      })
    const told = async () => (await app.sql<{ n: number }>(`select count(*)::int as n from kernel.event where name = 'content.mentioned'`))[0]!.n
    const before = await told()
    app.resetLimits()
    expect((await say([{ type: 'text', text: '@everyone @all @channel @here' }])).status).to.be.below(300)
    for (const id of ['everyone', '*', 0, -1, null])
      expect((await say([{ type: 'mention', attrs: { id, label: 'everyone' } }])).status, String(id)).to.be.oneOf([201, 422])
    expect((await say(Array.from({ length: 51 }, (_, n) => ({ type: 'mention', attrs: { id: n + 1, label: 'you' } })))).status).to.equal(422)
    await app.settle()
    expect(await told()).to.equal(before)
  })
})
