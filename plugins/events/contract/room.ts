/** How full a date is, in the same words on pages of the server and in the interface. */

export interface Room {
  /** Null: as many as like. */
  limit: number | null
  going: number
  /** Whether more may wait in line once it is full. */
  waits: boolean
}
export const isRoomFull = ({ limit, going }: Room): boolean => limit !== null && going >= limit
/** "12 going, 3 spots left"; of a date that is full, only that and whether one may wait. Empty where there is nothing to say. */
export function roomText(say: (key: string, values?: { count: number }) => string, room: Room): string {
  if (isRoomFull(room)) return say(room.waits ? 'rsvp.full_open' : 'rsvp.full')
  const going = room.going > 0 && say('card.going', { count: room.going })
  const left = room.limit !== null && say('card.places', { count: room.limit - room.going })
  return [going, left].filter(Boolean).join(', ')
}
