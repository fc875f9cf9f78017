/** What the plugin asks of whatever carries sound and pictures. Nothing here knows members: an identity is a name that the caller chooses. */

export const SOURCES = ['microphone', 'camera', 'screen', 'screen_audio'] as const
export type Source = (typeof SOURCES)[number]
/** Sizes of a camera's picture, best first. */
export const LAYERS = ['h', 'm', 'l'] as const
export type Layer = (typeof LAYERS)[number]

export interface Grants {
  /** Everything, nothing, or the sources that are allowed. */
  publish: boolean | readonly Source[]
  subscribe: boolean
}
export interface RoomLimits {
  /** How many may be admitted with a right to publish. */
  maxPublishers: number
  /** How many may be admitted without one. */
  maxViewers: number
}
export interface IceServer {
  urls: string | string[]
  username?: string
  credential?: string
}
/** Sources by the names (mid) of an offer's sections. Without it the first sound is the microphone's, the first picture the camera's, the second ones a screen's. */
export type SectionSources = Record<string, Source>
/** What a browser needs before it can begin. */
export type Connection = { engine: 'embedded'; iceServers: IceServer[] } | { engine: 'livekit'; url: string; token: string }

export interface SubscribedTrack {
  /** Of the section in which the track arrives. */
  mid: string
  identity: string
  source: Source
}
export interface Subscription {
  answer: string
  tracks: SubscribedTrack[]
  /** Tracks that found no section: offer again with so many more. */
  missing: { audio: number; video: number }
}
export interface Wish {
  identity: string
  source: Source
  layer: Layer | 'off'
}
export interface PublishedSource {
  source: Source
  /** Nothing comes: switched off, or cut off. */
  muted: boolean
  /** Layers from which something comes, best first; of a track without layers one. */
  layers: Layer[]
}
export interface RoomState {
  participants: { identity: string; connected: boolean; sources: PublishedSource[]; level: number }[]
  /** Who speaks most; stays while nobody speaks. */
  active: string | null
}

export interface RecordedTrack {
  path: string
  identity: string
  source: Source
  /** Milliseconds from the beginning of the recording. */
  begins: number
}
export interface RunningRecording {
  id: string
  roomId: string
  folder: string
}
export interface BroadcastOptions {
  width?: number
  height?: number
  /** How far back viewers may go. */
  windowSeconds?: number
}

/** Loudness is 0 (silence) to 1. */
export type EngineEvent =
  | { type: 'joined' | 'left'; roomId: string; identity: string }
  /** What is published has changed: whoever listens offers again. */
  | { type: 'tracks'; roomId: string }
  | { type: 'muted'; roomId: string; identity: string; source: Source; muted: boolean }
  | { type: 'speaking'; roomId: string; active: string | null; speakers: { identity: string; level: number }[] }
  | { type: 'closed'; roomId: string }
  | { type: 'recording_failed'; roomId: string; recordingId: string; reason: string }
  | { type: 'broadcast_failed'; roomId: string; reason: string }
  /** The engine is gone, and all rooms with it; the next call starts another. */
  | { type: 'died' }
  /** For the log. */
  | { type: 'problem'; message: string }

export type RefusalCode =
  | 'no_room'
  | 'not_admitted'
  | 'forbidden'
  | 'room_full'
  | 'too_many_rooms'
  | 'bad_offer'
  | 'bad_request'
  | 'no_recording'
  | 'already_on'
  | 'ffmpeg_missing'
  | 'engine_down'

/** The engine says no, and the caller can tell why. */
export class MediaRefusal extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode, detail?: string) {
    super(detail ? `${code}: ${detail}` : code)
    this.code = code
  }
}

/** Methods refuse with MediaRefusal. Opening and admitting may be repeated: after `died` or `no_room` the caller does both again. */
export interface MediaEngine {
  connect(roomId: string, identity: string): Promise<Connection>
  openRoom(roomId: string, limits: RoomLimits): Promise<void>
  closeRoom(roomId: string): Promise<void>
  admit(roomId: string, identity: string, grants: Grants): Promise<void>
  /** A source that is no longer allowed stops at once. */
  setGrants(roomId: string, identity: string, grants: Grants): Promise<void>
  remove(roomId: string, identity: string): Promise<void>
  /** Answers an offer to send; what is offered again replaces what was. A camera may come in layers h, m, l. */
  publish(roomId: string, identity: string, offer: string, sources?: SectionSources): Promise<string>
  /** Answers an offer to receive. */
  subscribe(roomId: string, identity: string, offer: string): Promise<Subscription>
  prefer(roomId: string, identity: string, wishes: Wish[]): Promise<void>
  state(roomId: string): Promise<RoomState>
  /**
   * Each track into a file of its own in the folder, whole up to the last second whatever happens. A folder that is being written to already is
   * refused as `already_on`. @returns the recording's id
   */
  startRecording(roomId: string, folder: string): Promise<string>
  stopRecording(recordingId: string): Promise<RecordedTrack[]>
  /** What is being recorded at this moment, in all rooms. */
  recordings(): Promise<RunningRecording[]>
  /** HLS into the folder. @returns the name of its playlist */
  startBroadcast(roomId: string, folder: string, options?: BroadcastOptions): Promise<string>
  stopBroadcast(roomId: string): Promise<void>
  /** @returns ends it */
  on(listener: (event: EngineEvent) => void): () => void
  /** Lets go of the engine; the last one to do so ends it. */
  close(): Promise<void>
}
