/** What is new to the admin and to some members of Clay & Fire: acts of today, told as they always are. Only by ways that no email follows. */
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import events from '../../../events/contract.ts'
import notifications from '../../../notifications/contract.ts'
import type { DatedPost } from './calendar.ts'
import { chooser } from './chance.ts'
import type { Person } from './texts/types.ts'

interface Around {
  adminId: number
  as(memberId: number): Promise<Ctx>
  idOf(person: Person): number
  readers(post: DatedPost): Person[]
}
const EMOJI = ['🔥', '👏', '😍']

export async function addNews({ adminId, as, idOf, readers }: Around, year: DatedPost[], postIds: Map<DatedPost, number>): Promise<void> {
  const chance = chooser(909)
  const latest = [...year].sort((one, other) => one.age - other.age).filter((post) => readers(post).length > 4)
  for (const post of latest.slice(0, 6))
    for (const [i, person] of chance.shuffle(readers(post)).slice(0, 3).entries())
      await (await as(idOf(person))).use(content).react('post', postIds.get(post)!, EMOJI[i]!)
  for (const post of latest.filter(({ in: space }) => space === 'glaze-lab').slice(0, 3))
    await (await as(idOf(post.author))).use(content).mention('post', postIds.get(post)!, [adminId])
  const admin = await as(adminId)
  if (!admin.has(events)) return
  // two of the events to come wait for an answer
  const open = (await admin.use(events).upcoming(30)).filter(({ rsvp_status }) => rsvp_status === null)
  const ids = [...new Set(open.map(({ id }) => id))].slice(0, 2)
  for (const { id, spaceId, authorMemberId } of await admin.use(content).cards('event', ids)) {
    const told = { kind: 'new_event', subjectId: id, key: `event:${id}`, actorMemberId: authorMemberId, spaceId }
    await admin.use(notifications).tell({ ...told, to: [{ memberId: adminId, reason: 'space' }] })
  }
}
