/** Has pictures drawn by child processes that can be ended: one that never ends, or crashes its decoder, delays nobody but the member who uploaded it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Answer, Order, Picture } from './draw.ts'
import { unreadable } from '@atrium/sdk/file-kinds'

const MOST_BYTES = 64 * 2 ** 20
/** Milliseconds. What has not been drawn by then is ended; a light picture then has one more turn, as a heavy one, for the machine may have been busy. */
const DEADLINES = { light: 5_000, heavy: 30_000 }
/** A process that is not used gives its memory back. */
const IDLE_MS = 30_000

/** One at a time, so that nobody takes both places for light ones; heavy ones have a place of their own. */
const ofMember = new LRUCache<number | string, LimitFunction>({ max: 10_000, memoMethod: () => pLimit(1) })
const turns = { light: pLimit(2), heavy: pLimit(1) }
const idle = new Map<ChildProcess, NodeJS.Timeout>()

function start(): ChildProcess {
  // without environment variables: a process that decodes uploaded files needs no secrets
  const child = fork(path.join(import.meta.dirname, 'draw.ts'), { serialization: 'advanced', execArgv: [], env: {} })
  child.once('exit', () => idle.delete(child)).unref()
  child.channel?.unref()
  return child
}
function takeIdle(): ChildProcess | undefined {
  const [child, end] = idle.entries().next().value ?? []
  clearTimeout(end)
  if (child) idle.delete(child)
  return child
}
function rest(child: ChildProcess) {
  idle.set(child, globalThis.setTimeout(() => idle.delete(child) && child.kill('SIGKILL'), IDLE_MS).unref())
}

/** Null when the time is over. */
async function ask(order: Order, withinMs: number): Promise<Answer | null> {
  const child = takeIdle() ?? start()
  const over = new AbortController()
  const { signal } = over
  const answered = once(child, 'message', { signal }).then(([answer]) => answer as Answer)
  const crashed = once(child, 'exit', { signal }).then((): Answer => ({ refused: null }))
  child.send(order)
  try {
    const answer = await Promise.race([answered, crashed, setTimeout(withinMs, null, { signal })])
    if (answer && child.connected) rest(child)
    else child.kill('SIGKILL')
    return answer
  } finally {
    over.abort()
  }
}

/**
 * Draws a picture anew: upright, without metadata, with its smaller variants; moving ones stay moving, as WebP.
 * @param who a member, or a name of its own for what nobody uploads
 * @param load called when it is this picture's turn: three are in memory at most
 * @throws AtriumError 422 `invalid_file`
 */
export async function drawPicture(who: number | string, size: number, load: () => Promise<Buffer>, deadlines = DEADLINES): Promise<Picture> {
  if (size > MOST_BYTES) throw unreadable('This image is larger than 64 MB. Choose a smaller one.')
  const inTurn = (turn: 'light' | 'heavy') => turns[turn](async () => ask({ bytes: await load(), heavy: turn === 'heavy' }, deadlines[turn]))
  return ofMember.memo(who)(async () => {
    let answer = await inTurn('light')
    if (!answer || answer === 'heavy') answer = await inTurn('heavy')
    if (!answer || answer === 'heavy') throw unreadable('This image takes too long to process. Choose a smaller one.')
    if ('refused' in answer) throw unreadable(answer.refused ?? 'Couldn’t read this image. It may be damaged. Save it again as JPEG or PNG and try again.')
    return answer.picture
  })
}
