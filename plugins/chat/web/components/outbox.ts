/** Messages on their way: shown at once, kept through reloads and lost connections, sent in order, and each of them once. */
import type { RichTextDoc } from '@atrium/sdk'
import { call, isNetworkFailure, newUuid, readStored, useBoot, useReconnect, writeStored } from '@atrium/sdk/web'
import { useEffect, useSyncExternalStore } from 'react'
import contract, { type Message, type Voice } from '../../contract.ts'

export interface Pending {
  /** Made once: the server answers a second sending with the first message. */
  key: string
  uuid: string
  parentId: number | null
  doc: RichTextDoc | null
  voice: Voice | null
  at: string
  /** Refused by the server: waits for its author. */
  failure?: string
}
const RETRY_MS = 4_000
const SLOW_MS = 1_000

let name = ''
let items: Pending[] = []
let running = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const sentListeners = new Set<(message: Message) => void>()

function keep(next: Pending[]): void {
  items = next
  writeStored(name, items.length ? items : undefined)
  for (const listener of listeners) listener()
}
const without = (key: string) => items.filter((item) => item.key !== key)
const later = (ms: number) => {
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), ms)
}

async function send({ key, uuid, parentId, doc, voice }: Pending): Promise<Message> {
  return call(contract.routes.createMessage, {
    params: { uuid },
    body: {
      creation_uuid: key,
      parent_message_id: parentId,
      ...(doc ? { rich_text_body: { body: doc } } : {}),
      ...(voice ? { voice_message_id: voice.id } : {}),
    },
  })
}
/** One after another, so that the order of a room is that of writing. What is refused steps aside. */
async function flush(): Promise<void> {
  if (running) return
  running = true
  try {
    for (let next = items.find((item) => !item.failure); next; next = items.find((item) => !item.failure)) {
      const item = next
      try {
        const message = await send(item)
        for (const listener of sentListeners) listener(message)
        keep(without(item.key))
      } catch (error) {
        const { status, retryAfter, message } = error as { status?: number; retryAfter?: number; message: string }
        if (isNetworkFailure(error) || !status || status >= 500) return later(RETRY_MS)
        if (status === 429) return later((retryAfter ?? 1) * 1000 || SLOW_MS)
        keep(items.map((one) => (one.key === item.key ? { ...one, failure: message } : one)))
      }
    }
  } finally {
    running = false
  }
}
export function enqueue(item: Omit<Pending, 'key' | 'at'>): void {
  keep([...items, { ...item, key: newUuid(), at: new Date().toISOString() }])
  void flush()
}
export function retry(key: string): void {
  keep(items.map(({ failure: _, ...item }) => item as Pending).map((item, i) => (items[i]!.key === key ? item : items[i]!)))
  void flush()
}
export const discard = (key: string): void => keep(without(key))

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** What waits in one room or thread; starts what a former page left unsent. */
export function usePending(uuid: string, parentId: number | null, onSent: (message: Message) => void): Pending[] {
  const { account, community } = useBoot()
  const mine = `chat.outbox:${community.id}:${account?.id ?? 0}`
  if (mine !== name) {
    name = mine
    items = readStored<Pending[]>(name) ?? []
  }
  useReconnect(() => void flush())
  useEffect(() => {
    const wake = () => void flush()
    addEventListener('online', wake)
    wake()
    return () => removeEventListener('online', wake)
  }, [])
  useEffect(() => {
    sentListeners.add(onSent)
    return () => void sentListeners.delete(onSent)
  }, [onSent])
  const all = useSyncExternalStore(watch, () => items)
  return all.filter((item) => item.uuid === uuid && item.parentId === parentId)
}
