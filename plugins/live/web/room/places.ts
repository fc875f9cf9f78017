/** Where one comes from into a room, and goes back to. */
import type { LiveRoom } from '../../contract.ts'

export const pathOf = (room: Pick<LiveRoom, 'space'> | null): string => (room?.space ? `/c/${room.space.slug}` : '/')
export const addressOf = (room: Pick<LiveRoom, 'slug'>): string => `${location.origin}/live/${room.slug}`
