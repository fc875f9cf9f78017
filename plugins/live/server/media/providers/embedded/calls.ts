/** What may be asked of the process over HTTP, and in which form: everything is checked here once. */
import { z } from 'zod'
import { LAYERS, SOURCES } from '../engine.ts'

const id = z.string().min(1).max(200)
const source = z.enum(SOURCES)
const grants = z.strictObject({ publish: z.union([z.boolean(), z.array(source).max(SOURCES.length)]), subscribe: z.boolean() })
const limits = z.strictObject({ maxPublishers: z.int().min(0).max(1_000), maxViewers: z.int().min(0).max(100_000) })
const wishes = z.array(z.strictObject({ identity: id, source, layer: z.enum([...LAYERS, 'off']) })).max(200)
const folder = z.string().startsWith('/').max(4_000)
const size = z.int().min(16).max(3_840).multipleOf(2)
const broadcast = z.strictObject({ width: size, height: size, windowSeconds: z.int().min(10).max(86_400) }).partial()
/** Its own bounds are looked at where it is read, and refused by their name. */
const offer = z.string()

export const CALLS = {
  openRoom: z.tuple([id, limits]),
  closeRoom: z.tuple([id]),
  admit: z.tuple([id, id, grants]),
  setGrants: z.tuple([id, id, grants]),
  remove: z.tuple([id, id]),
  publish: z.tuple([id, id, offer, z.record(z.string().max(32), source).optional()]),
  subscribe: z.tuple([id, id, offer]),
  prefer: z.tuple([id, id, wishes]),
  state: z.tuple([id]),
  startRecording: z.tuple([id, folder]),
  stopRecording: z.tuple([id]),
  recordings: z.tuple([]),
  startBroadcast: z.tuple([id, folder, broadcast.optional()]),
  stopBroadcast: z.tuple([id]),
} as const
export type Call = keyof typeof CALLS
