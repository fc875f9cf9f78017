/** Who may show a page of the community in a frame: one list for the shell's screens and for documents of plugins. */
import shell from '../../kernel/shell/contract.ts'
import type { Ctx } from '../ctx.ts'

/** Origins that plugins name for this community; none where the plugin that asks for them is off. */
export const framersOf = (ctx: Ctx): string[] => ctx.fill(shell.points.framers).flatMap(({ value }) => value(ctx))

/** The sources of `frame-ancestors`. Where others may, our own settings may too: they show how it will look. */
export const ancestorsOf = (origins: readonly string[]): string => (origins.length ? `'self' ${origins.join(' ')}` : `'none'`)

interface Answer {
  response: { get(name: string): string | string[] }
  set(name: string, value: string): void
  remove(name: string): void
}
/** Opens an answer that nobody may frame to these origins; to none of them it stays as it is. */
export function letFrame(answer: Answer, origins: readonly string[]): void {
  if (origins.length === 0) return
  const policy = String(answer.response.get('Content-Security-Policy'))
  answer.set('Content-Security-Policy', policy.replace(`frame-ancestors 'none'`, `frame-ancestors ${ancestorsOf(origins)}`))
  // it knows no list, and old browsers would heed it before the policy
  answer.remove('X-Frame-Options')
}
