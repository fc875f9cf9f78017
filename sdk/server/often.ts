/** What happens often is told once a minute, with how often it has happened. */
import type { Ctx } from './ctx.ts'

const MINUTE = 60_000
/** Kinds that are told apart; beyond them one starts anew. */
const KINDS = 200

/** @returns tells of one more of a kind, at `warn`; `more` of the same came since the last line */
export function onceAMinute(log: Pick<Ctx['log'], 'warn'>, now = () => performance.now()) {
  const kinds = new Map<string, { at: number; more: number }>()
  return (kind: string, fields: object, text: string): void => {
    const known = kinds.get(kind)
    if (known && now() - known.at < MINUTE) return void known.more++
    if (!known && kinds.size >= KINDS) kinds.clear()
    kinds.set(kind, { at: now(), more: 0 })
    log.warn({ ...fields, ...(known?.more && { more: known.more }) }, text)
  }
}
