/** Who answers what, when, and who likes it. */
import { DAY, type DatedPost, HOUR, waking } from './calendar.ts'
import { type Chooser, chooser } from './chance.ts'
import { people } from './library.ts'
import { answers } from './texts/answers.ts'
import * as pools from './texts/comments.ts'
import { asides, askerReplies, hostReplies, makerReplies, newcomerReplies, storyReplies, teacherReplies, traderReplies } from './texts/replies.ts'
import type { Kind, Person, Post, SpaceKey } from './texts/types.ts'

export const COMMENTS = 2_000
const LIKES = 3_500
const BOOKMARKS = 180
/** Of the likes, this part goes to comments. */
const LIKED_COMMENTS = 0.28
const REPLIES = 0.32
const MOST_COMMENTS = 52

export interface PlannedComment {
  post: DatedPost
  by: Person
  text: string
  age: number
  /** The comment it answers. */
  parent: PlannedComment | null
}
interface PlannedLike {
  on: DatedPost | PlannedComment
  by: Person
  age: number
}
export interface Talk {
  /** Oldest first. */
  comments: PlannedComment[]
  likes: PlannedLike[]
  bookmarks: { post: DatedPost; by: Person }[]
}

const firstName = ({ name }: Person) => name.split(' ')[0]!
/** Newcomers and those who are away read along less than others. */
const here = (circle: Person[], age: number, except: Person[]) => circle.filter((person) => person.since * DAY > age && !except.includes(person))

/** Shares `total` by weight into whole numbers, none above its limit. */
export function share(total: number, weights: number[], limits: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  const exact = weights.map((weight, i) => Math.min((total * weight) / sum, limits[i]!))
  const parts = exact.map(Math.floor)
  const order = exact.map((n, i) => [n - Math.floor(n), i] as const).sort((a, b) => b[0] - a[0])
  let rest = total - parts.reduce((a, b) => a + b, 0)
  for (let round = 0; rest > 0 && round < 1_000; round++)
    for (const [, i] of order) {
      if (rest === 0) break
      if (parts[i]! >= limits[i]!) continue
      parts[i]!++
      rest--
    }
  return parts
}

/** Of texts with certain words (`[words] text`) those that fit what is said, and all of the others. */
function fitting(texts: string[], said: string): { certain: string[]; open: string[] } {
  const certain: string[] = []
  const open: string[] = []
  for (const text of texts) {
    const [, words, rest] = /^\[(.+?)\] (.*)$/.exec(text) ?? []
    if (!words) open.push(text)
    else if (new RegExp(words).test(said)) certain.push(rest!)
  }
  return { certain, open }
}
const matterOf = ({ about, kind, level, in: space }: Post) => `about=${about} in=${space} kind=${kind} level=${level}`
const textsFor = (post: Post) => fitting(poolOf(post), `${matterOf(post)} ${post.title} ${post.body}`.toLowerCase())

function poolOf(post: Post): string[] {
  const { kind, about } = post
  if (kind === 'intro') return pools.welcomes
  if (kind === 'swap') return pools.traders
  if (kind === 'howto') return pools.thanks
  if (kind === 'announcement') return post.in === 'meetups' ? pools.guests : pools.nods
  if (kind === 'question') return [...(about ? answers[about] : []), ...answers.any]
  if (kind === 'chat') return about === 'reading' ? pools.readers : post.title.startsWith('What I would tell') ? pools.stallholders : pools.chatter
  return shownIn(post)
}
function shownIn(post: Post): string[] {
  if (post.topic === 'failures') return pools.comfort
  if (post.in === 'tools' || post.in === 'kiln-talk') return pools.builders
  if (post.in === 'glaze-lab') return pools.testers
  return post.about === 'selling' ? pools.stallholders : pools.praise
}

const ownReplies: Record<Kind, string[]> = {
  question: askerReplies,
  show: makerReplies,
  howto: teacherReplies,
  chat: storyReplies,
  announcement: hostReplies,
  swap: traderReplies,
  intro: newcomerReplies,
}

class Conversation {
  readonly used = new Map<string, number>()
  readonly chance: Chooser
  readonly circles: Map<SpaceKey, Person[]>
  readonly now: Date
  constructor(circles: Map<SpaceKey, Person[]>, now: Date) {
    this.chance = chooser(1_300)
    this.circles = circles
    this.now = now
  }

  /** In the order of least use, at random among equals. */
  #fresh(texts: string[]): string[] {
    return this.chance.shuffle(texts).sort((a, b) => (this.used.get(a) ?? 0) - (this.used.get(b) ?? 0))
  }
  #use(text: string, to: Person): string {
    this.used.set(text, (this.used.get(text) ?? 0) + 1)
    return text.replaceAll('{name}', firstName(to))
  }

  /** Ages of so many comments, oldest first. */
  #ages(post: DatedPost, count: number): number[] {
    const usual = Math.min((post.heat ?? 1) > 2 ? 3.5 * DAY : 1.3 * DAY, post.age / 2.2)
    return Array.from({ length: count }, () => {
      const delay = Math.min(-Math.log(1 - this.chance.next()) * usual, post.age * (0.7 + 0.28 * this.chance.next()))
      const age = Math.max(post.age - 4 * 60_000 - delay, 0.01 * HOUR)
      const awake = waking(age, this.now, this.chance)
      return awake < post.age ? awake : age
    }).sort((a, b) => b - a)
  }

  comments(post: DatedPost, count: number): PlannedComment[] {
    const { chance } = this
    const circle = this.circles.get(post.in)!
    const { certain, open } = textsFor(post)
    const wanted = Math.ceil(count * (1 - REPLIES))
    const texts = [...this.#fresh(certain), ...this.#fresh(open)].slice(0, wanted)
    // What was chosen first is not what is said first.
    const tops = chance.shuffle(texts)
    const threads: { top: PlannedComment; replies: PlannedComment[] }[] = []
    const said = new Set<string>()
    const all: PlannedComment[] = []
    for (const age of this.#ages(post, count)) {
      const answering = threads.length > 0 && (tops.length === 0 || chance.chance(REPLIES))
      const comment = answering ? this.#reply(post, age, circle, chance.pick(threads), said) : null
      const made = comment ?? this.#top(post, age, circle, tops, threads)
      if (made) all.push(made)
    }
    return all
  }

  #top(post: DatedPost, age: number, circle: Person[], tops: string[], threads: { top: PlannedComment; replies: PlannedComment[] }[]): PlannedComment | null {
    const text = tops.pop()
    if (text === undefined) return null
    const spoken = threads.map(({ top }) => top.by)
    // Nobody speaks of themselves by name.
    const others = here(circle, age, [post.author]).filter((person) => !text.includes(firstName(person)))
    const silent = others.filter((person) => !spoken.includes(person))
    const candidates = silent.length ? silent : others
    if (candidates.length === 0) return null
    const top: PlannedComment = { post, by: this.chance.pick(candidates), text: this.#use(text, post.author), age, parent: null }
    threads.push({ top, replies: [] })
    return top
  }

  #reply(
    post: DatedPost,
    age: number,
    circle: Person[],
    { top, replies }: { top: PlannedComment; replies: PlannedComment[] },
    said: Set<string>,
  ): PlannedComment | null {
    if (replies.length >= 4) return null
    const last = replies.at(-1)?.by ?? top.by
    const own = last !== post.author && this.chance.chance(replies.length === 0 ? 0.7 : 0.35)
    const others = here(circle, age, [top.by, last, post.author])
    const by = own || others.length === 0 ? post.author : this.chance.pick(others)
    if (by === last) return null
    const { certain, open } = fitting(by === post.author ? ownReplies[post.kind] : asides, `${matterOf(post)} ${top.text.toLowerCase()}`)
    const unsaid = (texts: string[]) => this.#fresh(texts.filter((text) => !said.has(text) && !text.includes(firstName(by))))
    const text = unsaid(certain)[0] ?? unsaid(open)[0]
    if (text === undefined) return null
    said.add(text)
    const reply: PlannedComment = { post, by, text: this.#use(text, top.by), age, parent: top }
    replies.push(reply)
    return reply
  }
}

const TALKATIVE: Record<Kind, number> = { question: 7.5, show: 6.5, howto: 6.5, announcement: 6, chat: 8, intro: 6.5, swap: 3.5 }
const LIKEABLE: Record<Kind, number> = { question: 4, show: 13, howto: 11, announcement: 8, chat: 11, intro: 8, swap: 3 }
/** What is hours old has had little time to be answered. */
const ripe = (post: DatedPost) => Math.min(1, 0.12 + post.age / (1.5 * DAY) + (post.heat ? 0.3 : 0))

/** @param circles members of each space */
export function planTalk(posts: DatedPost[], circles: Map<SpaceKey, Person[]>, now: Date): Talk {
  const chance = chooser(77)
  const conversation = new Conversation(circles, now)
  const around = (post: DatedPost) => here(circles.get(post.in)!, Math.max(post.age - 20 * DAY, 0), [post.author])
  const limits = posts.map((post) => {
    const { certain, open } = textsFor(post)
    return Math.min(MOST_COMMENTS, Math.floor((certain.length + open.length) * 1.45), here(circles.get(post.in)!, post.age, [post.author]).length * 3)
  })
  const counts = share(
    COMMENTS,
    posts.map((post) => TALKATIVE[post.kind] * (post.heat ?? 1) * ripe(post) * (0.35 + 1.3 * chance.next())),
    limits,
  )
  const comments = posts.flatMap((post, i) => conversation.comments(post, counts[i]!))
  // A thread that ran dry leaves some words unsaid; others take them up.
  for (let i = posts.length - 1; comments.length < COMMENTS && i >= 0; i--) {
    const post = posts[i]!
    const own = comments.filter((comment) => comment.post === post)
    const texts = textsFor(post).open.filter((text) => !text.includes('{name}') && !own.some((comment) => comment.text === text))
    const [by] = chance.shuffle(here(circles.get(post.in)!, post.age, [post.author, ...own.map((comment) => comment.by)]))
    if (by && texts.length) comments.push({ post, by, text: chance.pick(texts), age: post.age * 0.3, parent: null })
  }
  comments.sort((a, b) => b.age - a.age)

  const later = (age: number) => Math.max(age - 60_000 + Math.log(1 - chance.next()) * DAY, age * 0.05 * chance.next())
  const postLikes = share(
    Math.round(LIKES * (1 - LIKED_COMMENTS)),
    posts.map((post) => LIKEABLE[post.kind] * (post.heat ?? 1) ** 0.7 * (post.cover ? 1.4 : 1) * ripe(post) * (0.3 + 1.4 * chance.next())),
    posts.map((post) => Math.floor(around(post).length * 0.9)),
  )
  const likes: PlannedLike[] = posts.flatMap((post, i) =>
    chance
      .shuffle(around(post))
      .slice(0, postLikes[i])
      .map((by) => ({ on: post, by, age: Math.min(later(post.age), (by.since - 0.05) * DAY) })),
  )
  const liked = new Set<string>()
  while (likes.length < LIKES) {
    const at = chance.between(0, comments.length - 1)
    const comment = comments[at]!
    const [by] = [chance.pick(here(circles.get(comment.post.in)!, comment.age, [comment.by]))]
    if (!by || liked.has(`${at} ${by.key}`)) continue
    liked.add(`${at} ${by.key}`)
    likes.push({ on: comment, by, age: later(comment.age) })
  }
  likes.sort((a, b) => b.age - a.age)

  const useful = posts.filter(({ kind }) => kind === 'howto' || kind === 'question' || kind === 'show')
  const saved = new Map<string, { post: DatedPost; by: Person }>()
  while (saved.size < BOOKMARKS) {
    const by = chance.pick(people)
    const post = chance.pick(useful)
    if (circles.get(post.in)!.includes(by)) saved.set(`${by.key} ${post.title}`, { post, by })
  }
  return { comments, likes, bookmarks: [...saved.values()] }
}
