/** The media client's way to the engine, by the calls of this plugin. */
import { ApiError, call } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import type { Signal } from '../media/room.ts'

const { routes } = contract

export function signalOf(roomId: number): Signal {
  const params = { id: roomId }
  return {
    publish: async (sdp, sources) => (await call(routes.publish, { params, body: { sdp, sources } })).sdp,
    async subscribe(sdp) {
      const { sdp: answer, tracks, missing } = await call(routes.subscribe, { params, body: { sdp } })
      return { answer, missing, tracks: tracks.map(({ mid, participant_id, source }) => ({ mid, source, identity: String(participant_id) })) }
    },
    async prefer(wishes) {
      const preferences = wishes.map(({ identity, source, layer }) => ({ participant_id: Number(identity), source, layer }))
      await call(routes.prefer, { params, body: { preferences } })
    },
  }
}
const WORTH_REPEATING = [408, 425, 429]
/** The server has answered, and would answer the same again. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'media_off' || (error.status >= 400 && error.status < 500 && !WORTH_REPEATING.includes(error.status)))
