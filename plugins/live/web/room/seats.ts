/** Who is seen on the stage, and in which order. */
import type { LiveRoom, Participant } from '../../contract.ts'
import type { Source } from '../media/room.ts'
import type { Tracks } from './useMedia.ts'

export interface Seat {
  key: string
  participantId: number
  /** Null where the room does not tell who is in it. */
  person: Participant | null
  source: Extract<Source, 'camera' | 'screen'>
  track: MediaStreamTrack | null
  isMe: boolean
  isMuted: boolean
}
interface Known {
  room: Pick<LiveRoom, 'room_type'>
  people: readonly Participant[]
  me: Participant
  tracks: ReadonlyMap<number, Tracks>
  own: { camera: MediaStreamTrack | null; screen: MediaStreamTrack | null; isMuted: boolean }
  quiet: ReadonlySet<number>
}
const RANKS = { host: 0, cohost: 1, moderator: 2, participant: 3 } as const
const rankOf = ({ isMe, person }: Seat): number => (isMe ? 5 : person ? RANKS[person.role] : 4)

/** Screens first, then those who run the room, then the others as they came, then oneself. */
export function seatsOf({ room, people, me, tracks, own, quiet }: Known): Seat[] {
  const known = new Map(people.map((person) => [person.id, person]))
  known.set(me.id, me)
  const isSeated = ({ id, can_speak, is_muted, role }: Participant) =>
    room.room_type === 'conference' || can_speak || tracks.has(id) || (is_muted && (role === 'host' || role === 'cohost'))
  const ids = new Set([...[...known.values()].filter(isSeated).map(({ id }) => id), ...tracks.keys()])
  const all = [...ids].flatMap((participantId): Seat[] => {
    const isMe = participantId === me.id
    const theirs = tracks.get(participantId) ?? {}
    const person = known.get(participantId) ?? null
    const isMuted = isMe ? own.isMuted || !me.can_speak : !theirs.microphone || quiet.has(participantId) || (person?.is_muted ?? false)
    const seat = { participantId, person, isMe, isMuted }
    const screen = isMe ? own.screen : theirs.screen
    return [
      ...(screen ? [{ ...seat, key: `screen ${participantId}`, source: 'screen' as const, track: screen }] : []),
      { ...seat, key: `camera ${participantId}`, source: 'camera', track: (isMe ? own.camera : theirs.camera) ?? null },
    ]
  })
  const order = (seat: Seat) => (seat.source === 'screen' ? -1 : rankOf(seat))
  return all.sort((one, other) => order(one) - order(other))
}

/** Which of them is large: the one that somebody pinned here, a screen, who spoke last, who holds the room. */
export function mainOf(seats: readonly Seat[], pinned: string | null, last: number | null): Seat | undefined {
  return (
    seats.find(({ key }) => key === pinned) ??
    seats.find(({ source, isMe }) => source === 'screen' && !isMe) ??
    seats.find(({ participantId, isMe, source }) => participantId === last && !isMe && source === 'camera') ??
    seats.find(({ isMe, track }) => !isMe && track !== null) ??
    seats[0]
  )
}
