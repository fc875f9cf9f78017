/** Conversations of Clay & Fire, said through the service that people use. */
import type { Ctx } from '@atrium/sdk/server'
import chat from '../../../chat/contract.ts'
import content from '../../../content/contract.ts'
import { people } from './library.ts'
import { chats, type Line, studio } from './texts/chats.ts'
import type { Person } from './texts/types.ts'

interface Around {
  adminId: number
  /** The same work in the name of a member. */
  as(memberId: number): Promise<Ctx>
  idOf(person: Person): number
  /** The chat space. */
  studioId: number
  now: Date
}
/** Who `$0`, `$1` … are. */
const CAST = ['marit', 'priya', 'nell', 'callum', 'adaeze', 'hana', 'tomas', 'bea']

const personOf = (key: string) => people.find((person) => person.key === CAST[Number(key.slice(1))])!
/** Who says something, and how long ago (ms). */
export const chatted = [...chats, studio]
  .flatMap(({ lines }) => lines.flatMap((line) => [line, ...(line.thread ?? [])]))
  .filter(({ by }) => by !== 'admin')
  .map(({ by, ago }) => ({ by: personOf(by), age: ago * 60_000 }))

export async function addChats({ adminId, as, idOf, studioId, now }: Around): Promise<void> {
  const memberId = (key: string) => (key === 'admin' ? adminId : idOf(personOf(key)))
  const say = async (roomUuid: string, { by, ago, text }: Omit<Line, 'thread'>, parentId: number | null = null) =>
    (await as(memberId(by))).use(chat).send({ roomUuid, doc: text, parentId, at: new Date(now.getTime() - ago * 60_000) })
  async function talk(uuid: string, lines: Line[], beforeUnread: (left: number) => Promise<void> = async () => {}) {
    for (const [i, line] of lines.entries()) {
      await beforeUnread(lines.length - i)
      const { id } = await say(uuid, line)
      for (const reply of line.thread ?? []) await say(uuid, reply, id)
      for (const [emoji, members] of line.reactions ?? [])
        for (const member of members) await (await as(memberId(member))).use(content).react('message', id, emoji)
    }
    await beforeUnread(0)
  }
  const admin = (await as(adminId)).use(chat)
  for (const { name, with: others, lines, unread } of chats) {
    const memberIds = others.map(memberId)
    const { uuid } = name ? await admin.group({ name, memberIds }) : await admin.direct(memberIds[0]!)
    await talk(uuid, lines, async (left) => {
      if (left === unread) await admin.markRead(uuid)
    })
  }
  const { uuid } = await admin.ofSpace(studioId)
  await talk(uuid, studio.lines)
}
