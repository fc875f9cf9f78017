/** Live rooms on a media engine: its rooms by their names here, what it refuses as an answer, and an engine that began anew told again who is where. */
import { AtriumError, conflict } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import { LIVE_LIMITS, type Preferences, type Source } from '../../contract.ts'
import { type MediaEngine, MediaRefusal, type RefusalCode } from '../media/providers/engine.ts'
import { broadcastProblem, keepBroadcast } from './engineBroadcast.ts'
import { broadcastFolder } from './broadcastFolders.ts'
import { beginPart, demandRecording, keepGoing, stopParts } from './engineRecording.ts'
import type { Call, Media, Seat, Subscribed } from './mediaPort.ts'
import { folderOf, readParts } from './recordingFolders.ts'

const nameOf = (communityId: number, { roomId, run }: Call): string => `${communityId}-${roomId}-${run}`
/** The community and the room that an engine's name of a room stands for; null for none of ours. */
export function placeOf(name: string): { communityId: number; roomId: number } | null {
  const found = /^(\d+)-(\d+)-\d+$/.exec(name)
  return found && { communityId: Number(found[1]), roomId: Number(found[2]) }
}
const identityOf = ({ participantId }: Seat): string => String(participantId)
/** Of a stream, with links of their own. */
const VIEWERS = 30
/** What is not there is let go of already. */
const GONE: readonly RefusalCode[] = ['no_room', 'not_admitted']
const isGone = (error: unknown): boolean => error instanceof MediaRefusal && GONE.includes(error.code)

function toAnswer(error: unknown): unknown {
  if (!(error instanceof MediaRefusal)) return error
  switch (error.code) {
    case 'bad_offer':
    case 'bad_request':
      return new AtriumError(422, 'bad_offer', 'Your browser sent a call that this room can’t read. Reload the page.')
    case 'forbidden':
      return new AtriumError(403, 'may_not_speak', 'You can’t turn on your microphone or camera in this room.')
    case 'room_full':
      return conflict('This room is full.', 'room_full')
    case 'too_many_rooms':
      return conflict('Too many rooms are live on this server. Try again later.', 'too_many_rooms')
    default:
      return new AtriumError(503, 'media_down', 'Sound and video aren’t available right now. Try again in a moment.')
  }
}

export class EngineMedia implements Media {
  readonly provider = 'embedded'
  readonly #engine: MediaEngine
  readonly #ctx: Ctx
  constructor(engine: MediaEngine, ctx: Ctx) {
    this.#engine = engine
    this.#ctx = ctx
  }

  #room = (call: Call): string => nameOf(this.#ctx.community.id, call)
  #open(call: Call): Promise<void> {
    const limits = LIVE_LIMITS[this.#ctx.community.tier]
    const isStream = call.roomType === 'stream'
    return this.#engine.openRoom(this.#room(call), {
      maxPublishers: isStream ? limits.live_stream_max_host_capacity : limits.live_room_participants_capacity,
      maxViewers: isStream ? limits.live_stream_max_spectator_capacity : limits.live_room_participants_capacity,
    })
  }
  async #seat(seat: Seat): Promise<void> {
    await this.#open(seat)
    await this.#engine.admit(this.#room(seat), identityOf(seat), { publish: seat.mayPublish, subscribe: true })
  }
  async #seated<T>(seat: Seat, work: (room: string, identity: string) => Promise<T>): Promise<T> {
    const run = () => work(this.#room(seat), identityOf(seat))
    try {
      return await run().catch(async (error: unknown) => {
        if (!isGone(error)) throw error
        await this.#seat(seat)
        return run()
      })
    } catch (error) {
      throw toAnswer(error)
    }
  }

  async connect(seat: Seat): ReturnType<Media['connect']> {
    const connection = await this.#engine.connect(this.#room(seat), identityOf(seat))
    if (connection.engine !== 'embedded') throw new Error(`no browser of ours reaches the engine ${connection.engine}`)
    return { media: 'room', playlist_url: null, ice_servers: connection.iceServers.map(({ urls, ...rest }) => ({ urls: [urls].flat(), ...rest })) }
  }
  async admit(seat: Seat): Promise<void> {
    try {
      await this.#seat(seat)
    } catch (error) {
      throw toAnswer(error)
    }
  }
  setGrants(seat: Seat): Promise<void> {
    return this.#letGo(this.#engine.setGrants(this.#room(seat), identityOf(seat), { publish: seat.mayPublish, subscribe: true }))
  }
  remove(call: Call, participantId: number): Promise<void> {
    return this.#letGo(this.#engine.remove(this.#room(call), String(participantId)))
  }
  closeRoom(call: Call): Promise<void> {
    return this.#letGo(this.#engine.closeRoom(this.#room(call)))
  }
  async #letGo(done: Promise<void>): Promise<void> {
    try {
      await done
    } catch (error) {
      if (!isGone(error)) throw toAnswer(error)
    }
  }

  publish(seat: Seat, sdp: string, sources: Record<string, Source> | undefined): Promise<{ sdp: string }> {
    return this.#seated(seat, async (room, identity) => ({ sdp: await this.#engine.publish(room, identity, sdp, sources) }))
  }
  subscribe(seat: Seat, sdp: string): Promise<Subscribed> {
    return this.#seated(seat, async (room, identity) => {
      const { answer, tracks, missing } = await this.#engine.subscribe(room, identity, sdp)
      return { sdp: answer, tracks: tracks.map((track) => ({ mid: track.mid, participant_id: Number(track.identity), source: track.source })), missing }
    })
  }
  prefer(seat: Seat, wishes: z.output<typeof Preferences>): Promise<void> {
    return this.#seated(seat, (room, identity) =>
      this.#engine.prefer(
        room,
        identity,
        wishes.map(({ participant_id, source, layer }) => ({ identity: String(participant_id), source, layer })),
      ),
    )
  }
  get viewers(): number {
    return (this.#ctx.options['viewers'] as number | undefined) ?? VIEWERS
  }
  broadcastProblem = () => broadcastProblem(this.#ctx)
  keepBroadcast = (call: Call): Promise<void> => keepBroadcast(this.#ctx, this.#engine, this.#room(call), broadcastFolder(this.#ctx, call)!)
  stopBroadcast(call: Call): Promise<void> {
    return this.#letGo(this.#engine.stopBroadcast(this.#room(call)))
  }
  demandRecording = (): Promise<void> => demandRecording(this.#ctx)
  async startRecording(call: Call, key: string): Promise<void> {
    try {
      await this.#open(call)
      await beginPart(this.#engine, this.#room(call), folderOf(this.#ctx, key))
    } catch (error) {
      throw toAnswer(error)
    }
  }
  keepRecording = (call: Call, key: string): Promise<boolean> => keepGoing(this.#engine, this.#room(call), folderOf(this.#ctx, key))
  async stopRecording(key: string): Promise<boolean> {
    const folder = folderOf(this.#ctx, key)
    await stopParts(this.#engine, folder)
    return readParts(folder).tracks.length > 0
  }
}
