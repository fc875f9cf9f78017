/** The walls round what does not come by a call: events in sockets, and the bytes of files (A04, A08, A17). */
import { expect } from 'chai'
import { type TestApp, type TestMember, until } from '@atrium/sdk/testing'
import { io, type Socket } from 'socket.io-client'
import content from '../../plugins/content/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import { doc, makeTarget, openFilled, renew, type Side, type Target } from './world.ts'

interface Ear {
  socket: Socket
  heard: any[]
  join(room: string): Promise<any>
}

describe('reach', function () {
  this.timeout(600_000)
  let app: TestApp
  let a: Side
  let b: Side

  before(async () => {
    ;({ app, a, b } = await openFilled())
    await app.settle()
  })
  beforeEach(() => Promise.all([renew(app, a), renew(app, b)]))
  after(async () => {
    for (const socket of sockets) socket.disconnect()
    await app?.close()
  })

  const sockets: Socket[] = []
  const connect = async (member: TestMember): Promise<Ear> => {
    const socket = io(app.url, {
      path: '/socket',
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { cookie: `atrium_session=${member.token}` },
    })
    sockets.push(socket)
    const heard: any[] = []
    socket.on('event', (...events) => heard.push(...events))
    await new Promise<void>((done, fail) => socket.once('connect', done).once('connect_error', fail))
    return { socket, heard, join: (room) => socket.timeout(60_000).emitWithAck('join', { room }) }
  }
  /** Of posts and comments, what others heard by the time at which an insider had heard each of these. */
  const heardBeside = async (insider: Ear, names: string[], others: Ear[]): Promise<any[]> => {
    await until(`an insider to hear ${names}`, () => names.every((name) => insider.heard.some((event) => event.name === name)))
    // whoever answers has had what was sent before
    await Promise.all(others.map(({ join }) => join('space:0')))
    return others.flatMap(({ heard }) => heard).filter(({ name }) => /^(post|comment)\./.test(name))
  }
  /** An admin in these rooms. */
  const insiderOf = async (...rooms: string[]): Promise<Ear> => {
    const ear = await connect(a.admin)
    for (const room of rooms) expect((await ear.join(room)).ok, room).to.equal(true)
    return ear
  }

  describe('of sockets (A08, A17)', () => {
    const say = (side: Target) =>
      app.as(a.admin).call(content.routes.createComment, { params: { postId: side.post.id }, body: { comment: { body: 'Heard?' } } })
    const write = (target: Target) =>
      app.as(a.admin).call(posts.routes.create, { params: { spaceId: target.space.id }, body: { post: { name: 'Heard?', tiptap_body: { body: doc('x') } } } })
    let target: Target

    before(async () => {
      app.resetLimits()
      target = await makeTarget(app, a, 'closed')
      await app.settle()
    })

    it('lets nobody of B into rooms of A, nor any event of A to them', async () => {
      const ours = await connect(target.guest)
      const member = await connect(b.member)
      const admin = await connect(b.admin)
      const stranger = await connect(a.member)
      const rooms = [a.open, target].flatMap(({ space, post, comment }) => [`space:${space.id}`, `record:post:${post.id}`, `record:comment:${comment.id}`])
      for (const room of rooms) {
        expect((await ours.join(room)).ok, room).to.equal(true)
        for (const foreign of [member, admin]) expect((await foreign.join(room)).ok, room).to.equal(false)
      }
      for (const room of rooms.slice(3)) expect((await stranger.join(room)).ok, room).to.equal(false)
      for (const room of [
        'community',
        `member:${a.member.id}`,
        `c:${a.communityId}`,
        `c:${a.communityId}:space:${a.open.space.id}`,
        ['space', a.open.space.id],
      ])
        expect((await admin.join(room as string)).ok, String(room)).to.equal(false)
      await write(target)
      await say(target)
      await write(a.open)
      await app.run(a.communityId, async (ctx) => ctx.push('community', 'test.told', { word: a.open.word }))
      await app.settle()
      await heardBeside(ours, ['post.published', 'comment.created', 'test.told'], [stranger, member, admin])
      expect(stranger.heard.filter(({ payload }) => payload.spaceId === target.space.id || payload.record === `post:${target.post.id}`)).to.deep.equal([])
      expect([...member.heard, ...admin.heard]).to.deep.equal([])
    })

    it('puts out a member who is removed from a private space', async () => {
      const rooms = [`space:${target.space.id}`, `record:post:${target.post.id}`]
      const [guest, insider] = [await connect(target.guest), await insiderOf(...rooms)]
      for (const room of rooms) expect((await guest.join(room)).ok).to.equal(true)
      await say(target)
      await app.settle()
      expect(await heardBeside(insider, ['comment.created'], [guest])).to.have.length(1)
      await app.as(a.admin).call(spaces.routes.removeMember, { params: { space_id: target.space.id, id: target.membership.id } })
      await until('the guest to hear no more', async () => {
        for (const { heard } of [guest, insider]) heard.length = 0
        await write(target)
        await say(target)
        await app.settle()
        return (await heardBeside(insider, ['post.published', 'comment.created'], [guest])).length === 0
      })
      expect((await guest.join(`space:${target.space.id}`)).ok).to.equal(false)
      expect(guest.socket.connected).to.equal(true)
    })

    it('puts out everybody from outside when an open space becomes private, and a demoted admin', async () => {
      const open = await makeTarget(app, a, 'open')
      const reader = await connect(a.member)
      const second = await app.member('admin', { community: { id: a.communityId } })
      const demoted = await connect(second)
      const insiders = [await insiderOf(`space:${open.space.id}`), await insiderOf(`space:${target.space.id}`)]
      expect((await reader.join(`space:${open.space.id}`)).ok).to.equal(true)
      expect((await demoted.join(`space:${target.space.id}`)).ok).to.equal(true)
      await app.as(a.admin).call(spaces.routes.update, { params: { id: open.space.id }, body: { is_private: true } })
      expect((await app.as(a.admin).send('PATCH', `/internal_api/member_roles/${second.id}`, { roles: ['member'] })).status).to.equal(200)
      await app.settle()
      await until('both to hear no more', async () => {
        for (const { heard } of [reader, demoted, ...insiders]) heard.length = 0
        await write(open)
        await write(target)
        await app.settle()
        for (const insider of insiders) if ((await heardBeside(insider, ['post.published'], [reader, demoted])).length) return false
        return true
      })
      expect((await app.as(second).send('GET', `/internal_api/spaces/${target.space.id}/posts`)).status).to.equal(404)
    })
  })

  describe('of sockets when a community changes (A08, A17)', () => {
    it('puts out whose role lost the right to a room, and whose role now asks for a second factor', async () => {
      const as = app.as(a.admin)
      const { body: role } = await as.send('POST', '/internal_api/roles', { name: 'Keepers', permissions: ['spaces.manage'] })
      const [keeper, moderator] = [
        await app.member(role.key, { community: { id: a.communityId } }),
        await app.member('moderator', { community: { id: a.communityId } }),
      ]
      const [keeping, moderating] = [await connect(keeper), await connect(moderator)]
      const insider = await insiderOf(`space:${a.closed.space.id}`)
      const heard = async () => {
        for (const { heard } of [keeping, insider]) heard.length = 0
        await as.call(posts.routes.create, { params: { spaceId: a.closed.space.id }, body: { post: { name: 'Heard?', tiptap_body: { body: doc('x') } } } })
        await app.settle()
        return (await heardBeside(insider, ['post.published'], [keeping])).length
      }
      expect((await keeping.join(`space:${a.closed.space.id}`)).ok).to.equal(true)
      expect(await heard(), 'before').to.equal(1)
      expect((await as.send('PATCH', `/internal_api/roles/${role.id}`, { permissions: [] })).status).to.equal(200)
      expect((await as.send('PATCH', '/internal_api/sign_in_settings', { two_fa_roles: ['moderator'] })).status).to.equal(200)
      await until('who owes a second factor to be cut', () => !moderating.socket.connected)
      await until('who lost the right to hear no more', async () => (await heard()) === 0)
      await as.send('PATCH', '/internal_api/sign_in_settings', { two_fa_roles: [] })
    })
  })

  describe('of files (A04)', () => {
    const status = async (member: TestMember | null, address: string) => (await app.as(member).send('GET', address)).status
    const neighbour = (url: string) => url.replace(/^(\/files\/)(\w)/, (_, start, first) => `${start}${first === '1' ? '2' : '1'}`)

    it('gives nobody a file by a forged, guessed or expired address', async () => {
      const post = await app.as(a.admin).call(posts.routes.show, { params: { spaceId: a.closed.space.id, postSlug: a.closed.post.slug } })
      const picture: any = post.tiptap_body.body.content?.find(({ type }) => type === 'image')
      const url: string = picture.attrs.src
      expect(await status(a.admin, url)).to.equal(200)
      for (const address of [neighbour(url), url.replace(/-[\w-]{24}\//, `-${'x'.repeat(24)}/`), `/files/${a.closed.file.id}/large/x.png`])
        expect(await status(a.admin, address), address).to.be.oneOf([404, 400])
      await app.clock.advance(31 * 60_000)
      expect(await status(a.admin, url)).to.equal(404)
      const opened = await app.as(a.admin).send('GET', url, undefined, { accept: 'text/html' })
      expect([opened.status, opened.headers['content-type']], 'somebody who follows it gets a page').to.deep.equal([404, 'text/html; charset=utf-8'])
      await app.clock.advance(-31 * 60_000)
    })

    it('gives a private picture of A to no member of B and no visitor, even with its address', async () => {
      const url = (await app.as(a.admin).call(posts.routes.show, { params: { spaceId: a.closed.space.id, postSlug: a.closed.post.slug } })).cover_image_url!
      expect(await status(a.admin, url)).to.equal(200)
      expect([await status(b.member, url), await status(b.admin, url), await status(null, url)]).to.deep.equal([404, 404, 404])
    })
  })
})
