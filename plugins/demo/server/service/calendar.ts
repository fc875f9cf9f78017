/** When each post of the year was written, and by whom. */
import { type Chooser, chooser } from './chance.ts'
import { library, people } from './library.ts'
import type { Level, Person, Post } from './texts/types.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
const YEAR = 365
/** How old the newest post is. */
const NEWEST = 6 * 60_000
/** Above 1: the more, the livelier the last weeks are. */
const LIVELINESS = 1.7

export interface DatedPost extends Post {
  author: Person
  /** Milliseconds before now. */
  age: number
}

const byKey = new Map(people.map((person) => [person.key, person]))
const writers: Record<Level, Level[]> = { new: ['new', 'maker'], maker: ['maker', 'master'], master: ['master'] }
/** Nobody writes before having arrived. */
const arrived = (person: Person, age: number) => person.since * DAY > age + 2 * HOUR

/** Moves an age so that the clock shows a waking hour; the last day stays as it is. */
export function waking(age: number, now: Date, chance: Chooser): number {
  if (age < DAY) return age
  const at = new Date(now.getTime() - age)
  const hour = at.getUTCHours()
  const wanted = hour >= 6 && hour < 22 ? hour : chance.between(7, 21)
  at.setUTCHours(wanted, chance.between(0, 59), chance.between(0, 59))
  return Math.max(now.getTime() - at.getTime(), DAY / 2)
}

/** Ages of the posts that have no day of their own, the newest first. */
function freeAges(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i === 0 ? NEWEST : YEAR * DAY * ((i + 0.5) / count) ** LIVELINESS))
}

/** Gives every undated post a free age: first to those whose authors came late, then at random. */
function assignAges(posts: Post[], chance: Chooser): Map<Post, number> {
  const free = freeAges(posts.length)
  const taken = new Map<Post, number>()
  const take = (post: Post, at: number) => taken.set(post, free.splice(at, 1)[0]!)
  const bound = posts.filter((post) => post.by).sort((a, b) => byKey.get(a.by!)!.since - byKey.get(b.by!)!.since)
  for (const post of bound) {
    const fitting = free.filter((age) => arrived(byKey.get(post.by!)!, age)).length
    take(post, chance.between(0, Math.max(fitting - 1, 0)))
  }
  for (const post of chance.shuffle(posts.filter((post) => !post.by))) take(post, 0)
  return taken
}

/** The one who writes it: suitable, there by then, and of two such the one who has written less. */
function writerOf(post: Post, age: number, written: Map<string, number>, chance: Chooser): Person {
  if (post.by) return byKey.get(post.by)!
  const here = people.filter((person) => arrived(person, age))
  const able = here.filter((person) => !post.level || writers[post.level].includes(person.level))
  const keen = able.filter((person) => !post.about || person.likes.includes(post.about))
  const candidates = keen.length > 1 ? keen : able.length > 1 ? able : here
  const [one, other] = [chance.pick(candidates), chance.pick(candidates)]
  return (written.get(one.key) ?? 0) <= (written.get(other.key) ?? 0) ? one : other
}

/** The year, oldest first. */
export function datedPosts(now: Date): DatedPost[] {
  const chance = chooser(20_251)
  const ages = assignAges(
    library.filter(({ days }) => days === undefined),
    chance,
  )
  const written = new Map<string, number>()
  return library
    .map((post) => ({ post, age: waking(post.days === undefined ? ages.get(post)! : post.days * DAY, now, chance) }))
    .sort((a, b) => b.age - a.age)
    .map(({ post, age }) => {
      const author = writerOf(post, age, written, chance)
      written.set(author.key, (written.get(author.key) ?? 0) + 1)
      return { ...post, author, age: arrived(author, age) ? age : (author.since - 0.1) * DAY }
    })
    .sort((a, b) => b.age - a.age)
}
