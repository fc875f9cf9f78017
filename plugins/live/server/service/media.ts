/** Whatever carries the sound and pictures of this process's rooms: an engine, where the plugin's options name a folder for it. */
import { conflict } from '@atrium/sdk'
import type { Ctx, PluginHost } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { EmbeddedEngine, type EmbeddedOptions } from '../media/providers/embedded/client.ts'
import type { EngineEvent, MediaEngine } from '../media/providers/engine.ts'
import { askToWatch } from './askToWatch.ts'
import { EngineMedia, placeOf } from './engineMedia.ts'
import type { Media } from './mediaPort.ts'
import { listFolders } from './recordingFolders.ts'

export type { Call, Media, Seat } from './mediaPort.ts'

const MOST_VIEWERS = 10_000
const MOST_PORT = 65_535

const off = async (): Promise<never> => {
  throw conflict('Live media isn’t set up on this server.', 'media_off')
}
const nothing = async (): Promise<void> => {}
/** Where no engine is set up nothing is carried: what needs one is refused, the rest does nothing. */
const none: Media = {
  provider: 'embedded',
  viewers: null,
  connect: async () => ({ media: 'room', playlist_url: null, ice_servers: [] }),
  admit: nothing,
  setGrants: nothing,
  remove: nothing,
  closeRoom: nothing,
  publish: off,
  subscribe: off,
  prefer: off,
  broadcastProblem: async () => null,
  keepBroadcast: nothing,
  stopBroadcast: nothing,
  demandRecording: nothing,
  startRecording: nothing,
  keepRecording: async () => true,
  stopRecording: async () => false,
}

/** By the options of the plugin, as tests run several kernels in one process. */
const engines = new WeakMap<object, MediaEngine>()
const running = new Set<MediaEngine>()

export function mediaOf(ctx: Ctx): Media {
  const engine = engines.get(ctx.options)
  return engine ? new EngineMedia(engine, ctx) : none
}
/** What open screens and the log are told of the engine. */
async function hear({ log, run }: PluginHost, event: EngineEvent): Promise<void> {
  if (event.type === 'died') return log.warn({}, 'the media engine has died; the next call starts another')
  if (event.type === 'problem') return log.warn({ problem: event.message }, 'the media engine had a problem')
  if (event.type === 'recording_failed') log.warn({ room: event.roomId, reason: event.reason }, 'a recording broke off')
  if (event.type === 'broadcast_failed') log.warn({ room: event.roomId, reason: event.reason }, 'a broadcast broke off; whoever watches it begins it again')
  const place = event.type === 'tracks' || event.type === 'recording_failed' ? placeOf(event.roomId) : null
  if (!place) return
  await run(place.communityId, async (ctx) => {
    if (event.type === 'tracks') ctx.push(`live:${place.roomId}`, contract.events['tracks.changed'].name, { roomId: place.roomId })
    await askToWatch(ctx, place.roomId)
  })
}
const within = (value: unknown, most: number): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
/** @throws Error where an option is no number that it may be: an engine that begins with it would carry nothing, or too much */
function demandNumbers(viewers: unknown, port: unknown): void {
  if (!within(viewers ?? 0, MOST_VIEWERS)) throw new Error(`LIVE_VIEWERS is a whole number from 0 to ${MOST_VIEWERS}`)
  if (!within(port ?? 0, MOST_PORT)) throw new Error(`LIVE_UDP_PORT is a whole number from 0 to ${MOST_PORT}`)
}
/** The engine itself starts with the first room. @throws Error for options that are none */
export function startMedia(host: PluginHost): void {
  const options = host.options['engine'] as EmbeddedOptions | undefined
  if (!options) return
  demandNumbers(host.options['viewers'], options.udp?.port)
  const engine = new EmbeddedEngine(options)
  engine.on((event) => void hear(host, event).catch((err: unknown) => host.log.warn({ err }, 'what the media engine said was not passed on')))
  engines.set(host.options, engine)
  running.add(engine)
  // an engine that records while its processes are started anew must not take itself for forgotten
  if (listFolders(host).length > 0) engine.recordings().catch((err: unknown) => host.log.warn({ err }, 'the media engine does not answer'))
}
export async function stopMedia(): Promise<void> {
  for (const engine of running) await engine.close()
  running.clear()
}
