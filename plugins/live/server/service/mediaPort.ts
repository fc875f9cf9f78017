/** What live rooms ask of whatever carries sound and pictures. */
import type { z } from '@atrium/sdk'
import type { Admission, LiveRoom, Preferences, Source, Track } from '../../contract.ts'

/** One call of a room, as the engine knows it. */
export interface Call {
  roomId: number
  run: number
  roomType: LiveRoom['room_type']
}
/** Somebody who is in it, with what they may do: said with each offer too, so that an engine that began anew can let them in again. */
export interface Seat extends Call {
  participantId: number
  mayPublish: boolean
}
export interface Subscribed {
  sdp: string
  tracks: Track[]
  missing: { audio: number; video: number }
}
export interface Media {
  /** Listeners of a stream that get a link of their own; others watch its broadcast. Null: all do. */
  readonly viewers: number | null
  readonly provider: LiveRoom['room_provider']
  /** How a browser reaches it. Asked while the room is held: from what is known, without asking others. */
  connect(seat: Seat): Promise<Pick<z.input<typeof Admission>, 'media' | 'playlist_url' | 'ice_servers'>>
  admit(seat: Seat): Promise<void>
  /** Who may send no more is silenced at once. */
  setGrants(seat: Seat): Promise<void>
  remove(call: Call, participantId: number): Promise<void>
  closeRoom(call: Call): Promise<void>
  /** @throws AtriumError 403, 409 `media_off`, `room_full`; 422 `bad_offer`; 503 `media_down` */
  publish(seat: Seat, sdp: string, sources: Record<string, Source> | undefined): Promise<{ sdp: string }>
  /** @throws AtriumError as `publish` */
  subscribe(seat: Seat, sdp: string): Promise<Subscribed>
  /** @throws AtriumError as `publish` */
  prefer(seat: Seat, wishes: z.output<typeof Preferences>): Promise<void>
  /** Why nothing can be broadcast now; asks nobody but this machine. */
  broadcastProblem(): Promise<LiveRoom['broadcast_problem']>
  /** Begins the broadcast of a room where there is none, or goes on with it where the engine has begun anew. Somebody has to speak in the room by then. */
  keepBroadcast(call: Call): Promise<void>
  /** Ends it; what it has written stays. */
  stopBroadcast(call: Call): Promise<void>
  /** Whether a recording can be made now; asks nobody but this machine. @throws AtriumError 409 `tools_missing`, `disk_full`, `too_many_recordings` */
  demandRecording(): Promise<void>
  /** Under this name, until it is stopped. */
  startRecording(call: Call, recordingKey: string): Promise<void>
  /** Goes on where the engine has begun anew. @returns false where nothing comes of it any more: it is to be stopped */
  keepRecording(call: Call, recordingKey: string): Promise<boolean>
  /** @returns whether there is anything to make a recording of */
  stopRecording(recordingKey: string): Promise<boolean>
}
