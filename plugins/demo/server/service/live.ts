/** Live rooms: an evening of questions that is over, the bench where cameras are on hands, and a kiln whose opening everybody may watch. */
import type { Ctx } from '@atrium/sdk/server'
import live, { roomFields } from '../../../live/contract.ts'
import { DAY, HOUR } from './calendar.ts'
import type { SpaceKey } from './texts/types.ts'

interface Around {
  /** Who runs them. */
  host: Ctx
  idOf(key: string): number
  now: Date
  spaceIds: ReadonlyMap<SpaceKey, number>
  /** Who came. */
  reading: readonly number[]
}
const MINUTE = 60_000
const ASKED = [
  { text: 'Pinholes on the inside of mugs only, never outside. Is it the glaze or the way I pour?', by: 'bea', votes: 9, isAnswered: true },
  { text: 'How thick is thick for a tenmoku? Mine is brown where it should be black.', by: 'jonas', votes: 7, isAnswered: true },
  { text: 'Does a bisque at 1,000 help against crawling, or do I only lose a day?', by: 'ines', votes: 6, isAnswered: true },
  { text: 'Can I swap nepheline syenite for the feldspar one to one?', by: 'lukas', votes: 4, isAnswered: true },
  { text: 'Would you wash a pot that has been waiting for glaze since spring?', by: 'wren', votes: 3, isAnswered: false },
  { text: 'Which one test would you do if you had room for a single tile?', by: 'callum', votes: 2, isAnswered: false },
]
const FOUND = [
  { by: 'bea', rating: 5, text: 'I pour slower now. Gone.' },
  { by: 'jonas', rating: 5, text: '' },
  { by: 'ines', rating: 4, text: 'An hour is too short.' },
]

export async function addLive({ host, idOf, now, spaceIds, reading }: Around): Promise<void> {
  const rooms = host.use(live)
  const liveAt = new Date(now.getTime() - 12 * DAY - 3 * HOUR)
  const closedAt = new Date(liveAt.getTime() + 64 * MINUTE)
  const listeners = reading.filter((id) => id !== host.member!.id && id !== idOf('priya')).slice(0, 22)
  await rooms.addPast({
    room: {
      ...roomFields.parse({
        name: 'Glaze clinic: pinholes and crawling',
        description: 'Hold your worst tile into the camera. Priya tells what happened to it.',
        space_id: spaceIds.get('glaze-lab')!,
      }),
      room_type: 'stream',
    },
    ...{ liveAt, closedAt },
    people: [
      { memberId: host.member!.id, role: 'host', joinedAt: liveAt, seconds: 64 * 60 },
      { memberId: idOf('priya'), role: 'cohost', joinedAt: liveAt, seconds: 64 * 60 },
      ...listeners.map((memberId, n) => ({
        memberId,
        role: 'participant' as const,
        joinedAt: new Date(liveAt.getTime() + n * 20_000),
        seconds: Math.max(6, 62 - ((n * 7) % 50)) * 60,
      })),
    ],
    questions: ASKED.map(({ text, by, votes, isAnswered }, n) => ({
      ...{ text, isAnswered, memberId: idOf(by), votes: listeners.slice(n, n + votes) },
      at: new Date(liveAt.getTime() + (4 + n * 8) * MINUTE),
    })),
    feedback: FOUND.map(({ by, ...rest }) => ({ memberId: idOf(by), ...rest })),
  })
  await rooms.create({
    name: 'The bench',
    description: 'Work along with others, each at home. Cameras on hands, not on faces.',
    space_id: spaceIds.get('open-studio')!,
    room_type: 'conference',
  })
  await rooms.create({
    name: 'The kiln opens',
    description: 'First light at the wood kiln in Bergen. Everybody may watch, also without an account.',
    slug: 'kiln-opens',
    access_type: 'public_stream',
    room_type: 'stream',
  })
}
