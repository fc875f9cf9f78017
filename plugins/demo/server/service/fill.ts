/** Makes Clay & Fire in an empty community, through the services that people use. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '@atrium/sdk/server'
import { textToDoc } from '@atrium/sdk/server'
import access from '../../../access/contract.ts'
import affiliates from '../../../affiliates/contract.ts'
import ai from '../../../ai/contract.ts'
import archive from '../../../archive/contract.ts'
import audience from '../../../audience/contract.ts'
import chat from '../../../chat/contract.ts'
import community from '../../../community/contract.ts'
import content from '../../../content/contract.ts'
import courses from '../../../courses/contract.ts'
import events from '../../../events/contract.ts'
import forms from '../../../forms/contract.ts'
import gamification, { type Earned } from '../../../gamification/contract.ts'
import home from '../../../home/contract.ts'
import helpWidget from '../../../help-widget/contract.ts'
import inbox from '../../../inbox/contract.ts'
import live from '../../../live/contract.ts'
import members from '../../../members/contract.ts'
import moderation from '../../../moderation/contract.ts'
import paywalls from '../../../paywalls/contract.ts'
import plans from '../../../plans/contract.ts'
import posts from '../../../posts/contract.ts'
import developers from '../../../developers/contract.ts'
import email from '../../../email/contract.ts'
import push from '../../../push/contract.ts'
import search from '../../../search/contract.ts'
import site from '../../../site/contract.ts'
import spaces from '../../../spaces/contract.ts'
import webhooks from '../../../webhooks/contract.ts'
import workflows from '../../../workflows/contract.ts'
import { addAgents } from './agents.ts'
import { addAudience } from './audience.ts'
import { DAY, type DatedPost, datedPosts } from './calendar.ts'
import { chooser } from './chance.ts'
import { addChats, chatted } from './chats.ts'
import { addWaysIn } from './coming.ts'
import { addBan } from './ban.ts'
import { addCircles } from './circles.ts'
import { addCourses } from './courses.ts'
import { addLearning } from './learning.ts'
import { addDesk } from './desk.ts'
import { addEvents } from './events.ts'
import { addExtras } from './extras.ts'
import { addForms } from './forms.ts'
import { addHelp } from './help.ts'
import { addInbox } from './inbox.ts'
import { addLive } from './live.ts'
import { addPrograms } from './programs.ts'
import { addNews } from './news.ts'
import { addProfiles } from './profiles.ts'
import { people } from './library.ts'
import { privacy, terms } from './texts/legal.ts'
import { type PictureKey, storePictures, type StoredPicture } from './pictures.ts'
import { addAffiliates, addPlans } from './money.ts'
import { addPoints } from './points.ts'
import { addEmails } from './emails.ts'
import { addPushes } from './pushes.ts'
import { addSales } from './sales.ts'
import { addSite } from './site.ts'
import { portrait } from './portraits.ts'
import { type Room, roomGroups, rooms } from './rooms.ts'
import { type PlannedComment, planTalk, type Talk } from './talk.ts'
import { studio } from './texts/chats.ts'
import { galleries } from './texts/extras.ts'
import type { Person, SpaceKey, TopicKey } from './texts/types.ts'
import { addWebhooks } from './webhooks.ts'
import { addWorkflows } from './workflows.ts'

/** Saved by the admin, so that the list of saved things is not bare. */
const SAVED_BY_ADMIN = [
  'Pricing a mug: the honest spreadsheet',
  'The spring check: an hour that saves you a kiln',
  'Reclaim without a pug mill',
  'Measuring specific gravity without buying anything',
]
/** Who began Clay & Fire, and welcomes visitors. */
const FOUNDER = 'marit'
/** What the admin looks for again and again. */
const SEARCHES = [
  { name: 'Glaze tests with pictures', text: 'glaze test has:image' },
  { name: 'Kilns, this year', text: 'kiln after:1y type:post' },
]
/** Where newcomers read and write from their first minute. */
const RECEIVED_IN: SpaceKey[] = ['introductions', 'announcements', 'how-we-work', 'show-and-tell']
/** The ORM compares all it holds at every flush, so it is emptied from time to time. */
const FORGET_EVERY = 20
/** Likes on their way together: one is made ready while the database is busy with another. */
const AT_ONCE = 20
/** How many posts ago members last looked into a space. */
const LAGS = [0, 0, 0, 1, 1, 2, 3, 5, 8]

const ASK_AGAIN_MS = 500
const takeTurn = async (ctx: Ctx) =>
  (await ctx.sql<{ taken: boolean }>("select pg_try_advisory_xact_lock(hashtext('demo.fill'), ($1::bigint % 2147483647)::int) as taken"))[0]!.taken

/** A community with spaces, or without an admin, is left as it is. */
export async function fillEmptyCommunity(ctx: Ctx): Promise<void> {
  // The first start and the queue may both run the hook: the second waits here and then finds the spaces. It asks again
  // and again, as the first may take longer than one statement is allowed to.
  while (!(await takeTurn(ctx))) await sleep(ASK_AGAIN_MS)
  const [admin] = await ctx.sql<{ id: number }>(
    `select id from kernel.member_card where community_id = $1 and 'admin' = any (roles) and status = 'active' order by id limit 1`,
  )
  if (!admin || !ctx.has(posts)) return
  const asAdmin = await ctx.actAs(admin.id)
  if ((await asAdmin.use(spaces).access()).visibleIds().length > 0) return
  await new Maker(ctx, admin.id).run()
}

class Maker {
  readonly ctx: Ctx
  readonly now: Date
  readonly adminId: number
  readonly memberIds = new Map<Person, number>()
  readonly spaceIds = new Map<SpaceKey, number>()
  readonly postIds = new Map<DatedPost, number>()
  #firstGroup = 0
  /** One for each member, made when first needed: what it has looked up is looked up once. */
  readonly #acting = new Map<number, Promise<Ctx>>()

  constructor(ctx: Ctx, adminId: number) {
    this.ctx = ctx
    this.adminId = adminId
    this.now = ctx.now()
  }
  #as(memberId: number): Promise<Ctx> {
    if (!this.#acting.has(memberId)) this.#acting.set(memberId, this.ctx.actAs(memberId))
    return this.#acting.get(memberId)!
  }
  #founderId(): number {
    return this.memberIds.get(people.find(({ key }) => key === FOUNDER)!)!
  }
  #ago(age: number): Date {
    return new Date(this.now.getTime() - age)
  }

  async run(): Promise<void> {
    const year = datedPosts(this.now)
    const circles = circlesOf(year)
    const talk = planTalk(year, circles, this.now)
    await this.#banner()
    await this.#members(lastActs(year, talk, this.ctx.has(chat)))
    await this.#spaces()
    if (this.ctx.has(community)) await this.ctx.use(community).introduce({ host_id: this.#founderId() })
    if (this.ctx.has(community)) await this.ctx.use(community).finishSetUp()
    if (this.ctx.has(community))
      await this.ctx.use(community).receiveIn(
        RECEIVED_IN.map((key) => this.spaceIds.get(key)!),
        this.spaceIds.get('introductions')!,
      )
    const studioId = this.ctx.has(chat) ? await this.#studio() : null
    await this.#posts(year, circles)
    const earned = await this.#talk(year, talk)
    const as = (person: Person) => this.#as(this.memberIds.get(person)!)
    const readers = (post: DatedPost) => circles.get(post.in)!.filter((person) => person !== post.author)
    await addExtras({ ctx: this.ctx, as, readers, now: this.now }, year, this.postIds)
    const around = { adminId: this.adminId, as: (id: number) => this.#as(id), idOf: (person: Person) => this.memberIds.get(person)!, now: this.now }
    const groupId = this.ctx.has(access) ? await addCircles(await this.#as(this.adminId), this.memberIds, this.spaceIds) : null
    if (studioId !== null) await addChats({ ...around, studioId })
    const byKey = new Map(people.map((person) => [person.key, person]))
    const idOf = (key: string) => this.memberIds.get(byKey.get(key)!)!
    if (this.ctx.has(audience)) {
      await addAudience({ admin: await this.#as(this.adminId), idOf })
    }
    if (this.ctx.has(forms)) await addForms(await this.#as(this.adminId), this.now)
    if (this.ctx.has(events)) {
      await addEvents({
        ...{ ctx: this.ctx, as: around.as, adminId: this.adminId, now: this.now, spaceIds: this.spaceIds },
        idOf,
        members: (key) => circles.get(key)!.map((person) => this.memberIds.get(person)!),
      })
    }
    if (this.ctx.has(live)) {
      const reading = circles.get('glaze-lab')!.map((person) => this.memberIds.get(person)!)
      await addLive({ host: await this.ctx.actAs(idOf('nell')), idOf, now: this.now, spaceIds: this.spaceIds, reading })
    }
    // after the events, as two of them are news
    await addNews({ ...around, readers }, year, this.postIds)
    if (this.ctx.has(members)) await addProfiles({ ...around, ctx: this.ctx })
    if (this.ctx.has(moderation)) {
      const latest = year.findLast((post) => post.in === 'show-and-tell' && post.age > 8 * DAY)
      if (latest) await addDesk({ ...around, postId: this.postIds.get(latest)!, introductions: this.spaceIds.get('introductions')! })
    }
    if (this.ctx.has(gamification)) {
      await addPoints({ admin: await this.#as(this.adminId), earned, groupId, idOf })
    }
    if (this.ctx.has(courses)) {
      // each in their own name anew: who looked up a space before does not know the one that was just made
      const classroom = { admin: await this.#as(this.adminId), as: (id: number) => this.ctx.actAs(id), now: this.now, idOf }
      await addCourses(classroom)
      await addLearning(classroom)
    }
    if (this.ctx.has(paywalls)) {
      const meetupsId = this.spaceIds.get('meetups')
      const meetup = meetupsId === undefined ? null : { spaceId: meetupsId, hostId: this.#founderId() }
      await addSales(await this.#as(this.adminId), [...this.memberIds.values()], this.now, meetup)
    }
    await addWaysIn(await this.#as(this.adminId), this.spaceIds)
    if (this.ctx.has(affiliates)) {
      await addAffiliates({ admin: await this.#as(this.adminId), all: [...this.memberIds.values()], idOf })
    }
    if (this.ctx.has(push)) await addPushes(await this.#as(this.adminId), [...this.memberIds.values()], this.now)
    if (this.ctx.has(email)) await addEmails(await this.#as(this.adminId), this.memberIds, this.now)
    if (this.ctx.has(developers)) await addPrograms(await this.#as(this.adminId), [...this.memberIds.values()], this.now)
    if (this.ctx.has(workflows)) await addWorkflows(await this.#as(this.adminId), [...this.memberIds.values()], this.now)
    if (this.ctx.has(webhooks)) await addWebhooks(await this.#as(this.adminId), [...this.memberIds.values()], this.now)
    // in the admin’s name anew, who knows by now all that stands on pages
    if (this.ctx.has(site)) await addSite(await this.ctx.actAs(this.adminId))
    const postId = (title: string) => this.postIds.get(year.find((post) => post.title === title)!) ?? null
    const agentId = this.ctx.has(ai) ? await addAgents({ admin: await this.ctx.actAs(this.adminId), idOf, spaceIds: this.spaceIds, postId }) : null
    if (this.ctx.has(inbox)) await addInbox({ ...around, ctx: this.ctx, idOf, agentId, postId })
    if (this.ctx.has(helpWidget)) await addHelp({ admin: await this.ctx.actAs(this.adminId), spaceIds: this.spaceIds, postId })
    if (this.ctx.has(plans)) await addPlans(this.ctx)
    if (this.ctx.has(archive)) await addBan(this.ctx, this.adminId)
  }

  /** Signed id of a picture that everybody may see. */
  async #picture(name: PictureKey, owner: string): Promise<string> {
    const { file } = (await storePictures(this.ctx, [name])).get(name)!
    await this.ctx.files.keep(file.id, `public:${owner}`)
    return file.signedId
  }

  async #banner() {
    await this.ctx.saveSettings(home, {
      banner_title: '{greeting}, {name}',
      banner_text: 'The glaze exchange opens on Friday. Post one test tile and take one home.',
      banner_image: await this.#picture('shelf', 'home.banner'),
      visitor_banner: 'none',
    })
    if (this.ctx.has(community)) {
      await this.ctx.use(community).introduce({
        headline: 'A community of potters, from the first pinch pot to the wood kiln',
        text: 'We show what came out of the kiln, also what cracked, ask what we do not know, and fire together twice a year.',
        picture: await this.#picture('shelves', 'landing'),
      })
      await this.ctx.use(community).publishLegal({
        terms: { enabled: true, body: textToDoc(terms) },
        privacy: { enabled: true, body: textToDoc(privacy) },
      })
    }
  }

  /** @param acts how long ago each has done something last (ms) */
  async #members(acts: Map<Person, number>) {
    const { ctx } = this
    const faces = await Promise.all(people.map(async (person) => ({ person, data: await portrait(person.look ?? 0, person.face) })))
    const files = await Promise.all(faces.map(({ person, data }) => ctx.files.put({ filename: `${person.key}.webp`, data })))
    for (const [i, person] of [...people.entries()].sort(([, a], [, b]) => b.since - a.since)) {
      const { id, filename } = files[i]!
      await ctx.files.keep(id, `public:avatar.${person.key}`)
      const member = await ctx.members.add({
        email: `${person.key}@clayandfire.example`,
        name: person.name,
        headline: person.headline,
        bio: person.bio,
        location: person.place,
        website: person.site,
        avatarUrl: ctx.files.url({ id, filename }, 'original'),
        roles: person.moderates ? ['moderator'] : undefined,
        at: this.#ago(person.since * DAY),
        seenAt: this.#ago(acts.get(person)!),
      })
      this.memberIds.set(person, member.id)
    }
  }

  async #spaces() {
    const service = this.ctx.use(spaces)
    for (const group of roomGroups) {
      const { id: spaceGroupId } = await service.createGroup({ name: group.name })
      this.#firstGroup ||= spaceGroupId
      for (const { key, name, emoji, description, isPrivate, displayView, hasEvents } of group.rooms)
        this.spaceIds.set(
          key,
          (
            await service.create({
              name,
              emoji,
              description,
              isPrivate,
              displayView,
              spaceGroupId,
              types: !this.ctx.has(events) || !hasEvents ? ['basic'] : hasEvents === 'first' ? ['event', 'basic'] : ['basic', 'event'],
            })
          ).id,
        )
    }
  }

  /** The space for small talk, with everybody in it. */
  async #studio(): Promise<number> {
    const { name, emoji, description } = studio
    const { id } = await this.ctx.use(spaces).create({ name, emoji, description, spaceGroupId: this.#firstGroup, types: ['chat'] })
    await this.ctx.use(spaces).addMembers(id, [this.adminId, ...this.memberIds.values()])
    return id
  }

  /** Writes the posts, and lets everybody join a space as many posts before its end as they are to have unread. */
  async #posts(year: DatedPost[], circles: Map<SpaceKey, Person[]>) {
    const joins = this.#joins(year, circles)
    const pictures = await storePictures(this.ctx, year.flatMap(picturesOf))
    const topicIds = new Map<TopicKey, number>()
    for (const { topic } of year) if (topic && !topicIds.has(topic)) topicIds.set(topic, (await this.ctx.use(posts).topic(topic)).id)
    const left = new Map(rooms.map(({ key }) => [key, year.filter((post) => post.in === key).length]))
    const join = async (key: SpaceKey) => {
      for (const { memberIds, role } of joins.get(`${key} ${left.get(key)}`) ?? [])
        await this.ctx.use(spaces).addMembers(this.spaceIds.get(key)!, memberIds, role)
    }
    for (const [i, post] of year.entries()) {
      await join(post.in)
      left.set(post.in, left.get(post.in)! - 1)
      const authorMemberId = this.memberIds.get(post.author)!
      const author = await this.#as(authorMemberId)
      const { id } = await author.use(posts).create({
        spaceId: this.spaceIds.get(post.in)!,
        authorMemberId,
        name: post.title,
        doc: galleries[post.title] ? textToDoc(post.body.replace(PICTURE, '')) : docOf(post.body, pictures),
        ...picturedBy(post, pictures),
        topicIds: post.topic ? [topicIds.get(post.topic)!] : [],
        at: this.#ago(post.age),
      })
      this.postIds.set(post, id)
      if (post.pinned) await author.use(posts).pin(id, true)
      if (i % FORGET_EVERY === FORGET_EVERY - 1) {
        await this.ctx.em.flush()
        this.ctx.em.clear()
      }
    }
    for (const { key } of rooms) await join(key)
  }

  /** Who joins a space when so many of its posts are still to come: `space count`. */
  #joins(year: DatedPost[], circles: Map<SpaceKey, Person[]>): Map<string, { memberIds: number[]; role: 'member' | 'moderator' }[]> {
    const chance = chooser(404)
    const joins = new Map<string, { memberIds: number[]; role: 'member' | 'moderator' }[]>()
    for (const { key, unread } of rooms) {
      const all = year.filter((post) => post.in === key).length
      const add = (count: number, role: 'member' | 'moderator', memberId: number) => {
        const at = `${key} ${Math.min(count, all)}`
        const groups = joins.get(at) ?? []
        const group = groups.find((one) => one.role === role)
        if (group) group.memberIds.push(memberId)
        else joins.set(at, [...groups, { memberIds: [memberId], role }])
      }
      add(unread, 'member', this.adminId)
      for (const person of circles.get(key)!) add(chance.pick(LAGS), person.moderates ? 'moderator' : 'member', this.memberIds.get(person)!)
    }
    return joins
  }

  /** @returns what it earned, in the order in which it came */
  async #talk(year: DatedPost[], { comments, likes, bookmarks }: Talk): Promise<Earned[]> {
    const service = async (person: Person) => (await this.#as(this.memberIds.get(person)!)).use(content)
    const commentIds = new Map<PlannedComment, number>()
    for (const comment of comments) {
      const { id } = await (await service(comment.by)).comment({
        kind: 'post',
        id: this.postIds.get(comment.post)!,
        doc: textToDoc(comment.text),
        parentId: comment.parent && commentIds.get(comment.parent)!,
        at: this.#ago(comment.age),
      })
      commentIds.set(comment, id)
    }
    for (let i = 0; i < likes.length; i += AT_ONCE)
      await Promise.all(
        likes.slice(i, i + AT_ONCE).map(async ({ on, by, age }) => {
          const [kind, id] = 'post' in on ? (['comment', commentIds.get(on)!] as const) : (['post', this.postIds.get(on)!] as const)
          await (await service(by)).like(kind, id, { at: this.#ago(age) })
        }),
      )
    for (const { post, by } of bookmarks) await (await service(by)).bookmark('post', this.postIds.get(post)!)
    const admin = (await this.#as(this.adminId)).use(content)
    if (this.ctx.has(search)) for (const saved of SEARCHES) await (await this.#as(this.adminId)).use(search).save(saved)
    for (const post of year) if (SAVED_BY_ADMIN.includes(post.title)) await admin.bookmark('post', this.postIds.get(post)!)
    const idOf = (person: Person) => this.memberIds.get(person)!
    const recordOf = (on: DatedPost | PlannedComment) => ('post' in on ? `comment:${commentIds.get(on)}` : `post:${this.postIds.get(on)}`)
    return [
      ...year.map((post) => ({ rule: 'post', memberId: idOf(post.author), source: recordOf(post), record: recordOf(post), at: this.#ago(post.age) })),
      ...comments.map((one) => ({
        rule: 'comment',
        memberId: idOf(one.post.author),
        byMemberId: idOf(one.by),
        source: recordOf(one),
        record: recordOf(one.post),
        at: this.#ago(one.age),
      })),
      ...likes.map(({ on, by, age }) => ({
        rule: 'like',
        memberId: idOf('post' in on ? on.by : on.author),
        byMemberId: idOf(by),
        source: `${recordOf(on)}:${idOf(by)}`,
        record: recordOf(on),
        at: this.#ago(age),
      })),
    ].sort((one, other) => one.at.getTime() - other.at.getTime())
  }
}

/** How long ago each has posted, commented, liked or chatted last (ms). */
function lastActs(year: DatedPost[], { comments, likes }: Talk, chats: boolean): Map<Person, number> {
  const acts = [...year.map(({ author: by, age }) => ({ by, age })), ...comments, ...likes, ...(chats ? chatted : [])]
  const last = new Map(people.map((person) => [person, person.since * DAY]))
  for (const { by, age } of acts) last.set(by, Math.min(last.get(by)!, age))
  return last
}

/** Members of each space: those whom it draws, some others, and whoever has written in it. */
function circlesOf(year: DatedPost[]): Map<SpaceKey, Person[]> {
  const chance = chooser(31)
  return new Map(
    rooms.map(({ key, draws, isPrivate }: Room) => {
      const writers = new Set(year.filter((post) => post.in === key).map(({ author }) => author))
      const drawn = (person: Person) =>
        !draws || person.moderates || draws.some((subject) => person.likes.includes(subject)) || chance.chance(isPrivate ? 0.1 : 0.4)
      return [key, people.filter((person) => drawn(person) || writers.has(person))] as const
    }),
  )
}

const PICTURE = /^\[picture ([\w ]+)\](?: (.*))?$/m
const picturesOf = ({ title, body, cover }: DatedPost): PictureKey[] => {
  const inText = PICTURE.exec(body)?.[1] as PictureKey | undefined
  return [...(cover ? [cover] : []), ...(inText ? [inText] : []), ...(galleries[title] ?? []).map(([key]) => key)]
}
/** A cover, or the pictures that the post is about. */
function picturedBy({ title, cover }: DatedPost, pictures: Map<PictureKey, StoredPicture>) {
  const gallery = galleries[title]
  if (!gallery) return { coverFileId: cover ? pictures.get(cover)!.file.id : null }
  const images_attributes = gallery.map(([key, caption]) => ({ signed_id: pictures.get(key)!.file.signedId, caption, alt: pictures.get(key)!.alt }))
  return { type: 'image' as const, gallery: { downloadable_images: true, images_attributes } }
}
/** The document of a body, with its picture where its line stands. */
function docOf(body: string, pictures: Map<PictureKey, StoredPicture>) {
  const found = PICTURE.exec(body)
  if (!found) return textToDoc(body)
  const { file, alt } = pictures.get(found[1] as PictureKey)!
  const picture = {
    type: 'image',
    attrs: { signed_id: file.signedId, filename: file.filename, alt, caption: found[2] ?? '', width: file.width, height: file.height },
  }
  return { type: 'doc', content: [...textToDoc(body.slice(0, found.index)).content, picture, ...textToDoc(body.slice(found.index + found[0].length)).content] }
}
