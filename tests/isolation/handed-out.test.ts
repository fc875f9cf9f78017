/** What is handed out to a member and then works by itself: each ends with the right that it was made by, while it is in use. */
import { expect } from 'chai'
import { type TestApp, type TestMember, until } from '@atrium/sdk/testing'
import archive from '../../plugins/archive/contract.ts'
import courses from '../../plugins/courses/contract.ts'
import { planEvent } from '../../plugins/events/tests/kit.ts'
import events from '../../plugins/events/contract.ts'
import packages from '../../plugins/packages/contract.ts'
import { scorm12 } from '../../plugins/packages/tests/kit.ts'
import { unsubscribeUrl } from '../../plugins/notifications/server/service/unsubscribing.ts'
import paywalls from '../../plugins/paywalls/contract.ts'
import { sellSpace } from '../../plugins/paywalls/tests/kit.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import { makeSpace } from '../../plugins/spaces/tests/kit.ts'
import { doc, openWorld } from './world.ts'

const MINUTE = 60_000
const PRICE = { name: 'Once', price_type: 'onetime', amount_in_cents: 1_400 }
/** Says whether it still serves. */
type Works = () => Promise<boolean>

describe('what is handed out', () => {
  let app: TestApp
  let admin: TestMember
  let room: { id: number }
  let course: { id: number }
  let packageId: number
  let offer: { id: number; prices: { id: number }[] }
  let posted = 0

  before(async () => {
    app = await openWorld()
    admin = await app.member('admin')
    room = await makeSpace(app, admin, [], { types: ['basic', 'event'], is_private: true })
    await planEvent(app, admin, room.id)
    const image = await app.upload(admin, 'kiln.png')
    const shown = [{ type: 'image', attrs: { signed_id: image.signedId, filename: 'kiln.png' } }]
    await app.as(admin).call(posts.routes.create, { params: { spaceId: room.id }, body: { post: { name: 'Kiln', tiptap_body: { body: doc('x', shown) } } } })
    course = await makeSpace(app, admin, [], { types: ['course'], is_private: true })
    const params = { courseId: course.id }
    const section = await app.as(admin).call(courses.routes.createSection, { params, body: { section: { name: 'One' } } })
    const lesson = await app
      .as(admin)
      .call(courses.routes.createLesson, { params, body: { lesson: { name: 'One', section_id: section.id, kind: 'scorm', status: 'published' } } })
    const file = await app.upload(admin, 'package.zip', await scorm12())
    const pack = await app.as(admin).call(packages.routes.create, { params: { lessonId: lesson.id }, body: { signed_id: file.signedId } })
    packageId = pack.id
    ;({ paywall: offer } = await sellSpace(app, admin, [PRICE]))
    await app.settle()
  })
  after(() => app?.close())

  const call = async (address: string, init: RequestInit = {}) => {
    app.resetLimits()
    const { status } = await fetch(app.url + address, { ...init, redirect: 'manual' })
    return status < 300
  }
  const withSession = ({ token }: TestMember) => ({ headers: { cookie: `atrium_session=${token}` } })
  const inCourse = (who: TestMember) => app.as(who).call(courses.routes.enrol, { params: { courseId: course.id }, body: {} })

  /** By its name; `space` where it was made by the right to see one, which ends it as well. */
  const HANDED: [name: string, where: 'space' | 'community', hand: (who: TestMember) => Promise<Works>][] = [
    [
      'a calendar of a space',
      'space',
      async (who) => {
        const { url } = await app.as(who).call(events.routes.openFeed, { body: { space_id: room.id } })
        return () => call(new URL(url).pathname)
      },
    ],
    [
      'a calendar of a space by CalDAV',
      'space',
      async (who) => {
        const { caldav_url } = await app.as(who).call(events.routes.openFeed, { body: { space_id: room.id } })
        return () => call(new URL(caldav_url).pathname, { method: 'PROPFIND', headers: { depth: '0' } })
      },
    ],
    [
      'a calendar of one’s own',
      'community',
      async (who) => {
        const { url } = await app.as(who).call(events.routes.openFeed, { body: {} })
        return () => call(new URL(url).pathname)
      },
    ],
    [
      'the address of a file',
      'space',
      async (who) => {
        const shown = await app.as(who).call(posts.routes.list, { params: { spaceId: room.id } })
        const [address] = /\/files\/[^"\\]+/.exec(JSON.stringify(shown))!
        return () => call(address, withSession(who))
      },
    ],
    [
      'the frame of a package',
      'space',
      async (who) => {
        await inCourse(who)
        const { src } = await app.as(who).call(packages.routes.launch, { params: { id: packageId }, body: {} })
        return () => call(src)
      },
    ],
    [
      'credentials for xAPI',
      'space',
      async (who) => {
        await inCourse(who)
        const { key, secret } = await app.as(who).call(packages.routes.credentials, { params: { id: packageId } })
        const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
        return () => call('/xapi/statements', { headers: { authorization } })
      },
    ],
    [
      'an open socket in a space',
      'space',
      async (who) => {
        const heard = await app.hear(who, `space:${room.id}`)
        return async () => {
          const name = `Post ${++posted}`
          const made = await app
            .as(admin)
            .call(posts.routes.create, { params: { spaceId: room.id }, body: { post: { name, tiptap_body: { body: doc('x') } } } })
          await app.settle()
          return heard.some(({ payload }) => payload?.postId === made.id || payload?.id === made.id || JSON.stringify(payload).includes(`:${made.id}`))
        }
      },
    ],
    ['a session', 'community', async (who) => () => call('/internal_api/notifications', withSession(who))],
    [
      'the archive of one’s own data',
      'community',
      async (who) => {
        const { id } = await app.as(who).call(archive.routes.startOwnExport)
        await app.settle()
        return () => call(`/internal_api/account_exports/${id}/download`, withSession(who))
      },
    ],
    [
      'a checkout',
      'community',
      async (who) => {
        const body = { paywall_id: offer.id, price_id: offer.prices[0]!.id }
        const { id } = await app.as(who).call(paywalls.routes.createSession, { body })
        return () => call(`/internal_api/paywalls/checkout/sessions/${id}`, withSession(who))
      },
    ],
    [
      'the address that ends emails',
      'community',
      async (who) => {
        const { pathname } = new URL(await app.run(null, async (ctx) => unsubscribeUrl(ctx.as('notifications'), who.id, 'digest')))
        return () => call(pathname)
      },
    ],
  ]
  const outOf = async (places: { id: number }[], who: TestMember) => {
    for (const { id } of places) {
      const { records } = await app.as(admin).call(spaces.routes.members, { params: { space_id: id }, query: { per_page: 100 } })
      const seat = records.find((one) => one.community_member_id === who.id)!
      await app.as(admin).call(spaces.routes.removeMember, { params: { space_id: id, id: seat.id } })
    }
  }
  const WAYS: [name: string, where: 'space' | 'community', take: (who: TestMember) => Promise<unknown>][] = [
    ['put out of the space', 'space', (who) => outOf([room, course], who)],
    ['banned', 'community', (who) => app.as(admin).call(archive.routes.ban, { params: { id: who.id }, body: { reason: 'Rude', content: 'keep' } })],
    ['deactivated', 'community', (who) => app.as(admin).call(archive.routes.deactivate, { params: { id: who.id } })],
    ['deleted', 'community', (who) => app.as(admin).call(archive.routes.deleteMember, { params: { id: who.id }, body: { content: 'keep' } })],
  ]

  for (const [way, reach, take] of WAYS)
    it(`ends for who is ${way}`, async () => {
      const who = await app.member('member', { name: `Nell ${way}` })
      await app.run(null, async (ctx) => {
        for (const { id } of [room, course]) await ctx.use(spaces).addMembers(id, [who.id])
      })
      await app.settle()
      const handed: [string, 'space' | 'community', Works][] = []
      for (const [name, where, hand] of HANDED) handed.push([name, where, await hand(who)])
      for (const [name, , works] of handed) expect(await works(), `${name} before`).to.equal(true)
      await take(who)
      await app.settle()
      // an address of a file holds for a quarter of an hour at most, for its reader alone
      const late = handed.filter(([name]) => reach === 'space' && name === 'the address of a file')
      for (const [name, where, works] of handed) {
        if (late.some(([one]) => one === name)) continue
        // whose membership is deleted may buy as anybody who was never here
        if (way === 'deleted' && name === 'a checkout') continue
        if (reach === 'space' && where === 'community') expect(await works(), `${name} stays`).to.equal(true)
        else await until(`${name} ends`, async () => !(await works()))
      }
      await app.clock.advance(16 * MINUTE)
      for (const [name, , works] of late) expect(await works(), name).to.equal(false)
      await app.clock.advance(-16 * MINUTE)
    })
})
