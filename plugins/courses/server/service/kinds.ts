/** Kinds of lessons: this plugin’s own, and those that others bring. */
import type { Ctx } from '@atrium/sdk/server'
import courses, { type LessonKind, OWN_KINDS } from '../../contract.ts'

const ICONS: Record<(typeof OWN_KINDS)[number], string> = {
  text: 'file-text',
  video: 'play',
  audio: 'volume-2',
  file: 'paperclip',
  embed: 'code-xml',
  live: 'radio',
}
export interface KnownKind extends Pick<LessonKind, 'key' | 'icon' | 'completes'> {
  /** The plugin whose word `lesson.<key>` names it. */
  plugin: string
  /** Null for this plugin’s own. */
  brought: LessonKind | null
}
export const kindsOf = (ctx: Ctx): Map<string, KnownKind> =>
  ctx.once('courses.kinds', () => {
    const own: KnownKind[] = OWN_KINDS.map((key) => ({ key, icon: ICONS[key], completes: 'learner', plugin: courses.id, brought: null }))
    const brought = ctx.fill(courses.points.lesson).map(({ plugin, value }): KnownKind => ({ ...value, plugin, brought: value }))
    return new Map([...own, ...brought].map((kind) => [kind.key, kind]))
  })
/** A kind whose plugin is off is a lesson that nobody can finish, and is shown as such. */
export const kindOf = (ctx: Ctx, key: string): KnownKind =>
  kindsOf(ctx).get(key) ?? { key, icon: 'circle-help', completes: 'kind', plugin: courses.id, brought: null }
