/** Polls with their votes, and second versions of posts, made as people make them. */
import type { Ctx } from '@atrium/sdk/server'
import { textToDoc } from '@atrium/sdk/server'
import pollsContract from '../../../polls/contract.ts'
import posts from '../../../posts/contract.ts'
import { type DatedPost, HOUR } from './calendar.ts'
import { chooser } from './chance.ts'
import { edits, type PlannedPoll, polls } from './texts/extras.ts'
import type { Person } from './texts/types.ts'

export interface Around {
  ctx: Ctx
  /** The same work in the name of a person. */
  as(person: Person): Promise<Ctx>
  readers(post: DatedPost): Person[]
  now: Date
}

async function poll(around: Around, post: DatedPost, id: number, planned: PlannedPoll): Promise<void> {
  const { question, answers, multiple = false, anonymous = false, voters } = planned
  const chance = chooser(id)
  const author = await around.as(post.author)
  const made = await author.use(pollsContract).create({
    kind: 'post',
    recordId: id,
    title: question,
    options: answers.map(([words]) => words),
    isMultiple: multiple,
    isAnonymous: anonymous,
  })
  for (const person of chance.shuffle(around.readers(post)).slice(0, voters)) {
    const picked = multiple ? made.optionIds.filter((_, i) => chance.chance(answers[i]![1])) : []
    let rest = chance.next()
    const one = answers.findIndex(([, share]) => (rest -= share) < 0)
    const ids = picked.length ? picked : [made.optionIds[Math.max(one, 0)]!]
    await (await around.as(person)).use(pollsContract).vote(made.id, ids)
  }
}

export async function addExtras(around: Around, year: DatedPost[], postIds: Map<DatedPost, number>): Promise<void> {
  for (const post of year) {
    const id = postIds.get(post)!
    const planned = polls[post.title]
    if (planned && around.ctx.has(pollsContract)) await poll(around, post, id, planned)
    const edit = edits[post.title]
    if (!edit) continue
    const at = new Date(Math.min(around.now.getTime() - post.age + edit.after * HOUR, around.now.getTime() - HOUR))
    await (await around.as(post.author)).use(posts).edit(id, { doc: textToDoc(`${post.body}\n\n${edit.added}`), at })
  }
}
