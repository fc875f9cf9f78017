/** What browsers may say over a socket, and how much of it. */
import { z } from '@atrium/sdk'

export const MOST_ROOMS = 50
const PER_SECOND = 20
/** All rooms are joined anew at once after a reconnect. */
const BURST = MOST_ROOMS + PER_SECOND
const GARBAGE = 5

/** `space:3`, `record:post:12`. The community's and the member's own rooms are joined by themselves. */
const room = z.string().regex(/^(?!member:|community$)[a-z][a-z0-9_]{0,30}(:[\w-]{1,60}){1,3}$/)

const shapes = {
  join: z.strictObject({ room }),
  leave: z.strictObject({ room }),
  typing: z.strictObject({ room }),
  /** Is somebody in front of the page? */
  presence: z.strictObject({ state: z.enum(['online', 'idle']) }),
  /** Asks for the presence of members; the acknowledgement holds `states`, id → state. */
  members: z.strictObject({ ids: z.array(z.int().positive()).min(1).max(200) }),
}
export type Message = { [K in keyof typeof shapes]: { name: K } & z.output<(typeof shapes)[K]> }[keyof typeof shapes]

/** null for anything that is none of the messages. */
export function parseMessage(name: unknown, args: unknown[]): Message | null {
  if (typeof name !== 'string' || !Object.hasOwn(shapes, name) || args.length !== 1) return null
  const result = shapes[name as keyof typeof shapes].safeParse(args[0])
  return result.success ? ({ name, ...result.data } as Message) : null
}

/** What one socket may still say: 20 messages a second; garbage counts fivefold, and whoever goes on regardless is cut off. */
export class Allowance {
  #left = BURST
  #at = performance.now()
  spend(isGarbage: boolean): 'fine' | 'late' | 'spent' {
    const now = performance.now()
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) / 1000) * PER_SECOND) - (isGarbage ? GARBAGE : 1)
    this.#at = now
    return this.#left >= 0 ? 'fine' : this.#left > -BURST ? 'late' : 'spent'
  }
}
