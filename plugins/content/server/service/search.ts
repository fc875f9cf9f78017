/** What can be found: content kinds, what other plugins bring at the point `finder`, and spaces. Search asks each for the last word on its hits (case A05). */
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import contract, { type DocumentPages, type Findable } from '../../contract.ts'
import { cardsOf, isFor } from './records.ts'

const PLAIN = 'file-text'
const bound = (ctx: Ctx, documents?: DocumentPages) => documents && ((after: number, limit: number) => documents(ctx, after, limit))

export function findable(ctx: Ctx): Findable[] {
  const known = (ids: Iterable<number>) => new Map([...ids].map((id) => [id, null]))
  return [
    {
      kind: 'space',
      plugin: 'spaces',
      icon: 'hash',
      // The index holds listed spaces for all and the others behind themselves; what is left to ask is whether they are still there.
      judge: async (ids) => known((await ctx.use(spaces).cards(ids)).keys()),
      documents: (after, limit) => ctx.use(spaces).documents(after, limit),
    },
    ...ctx.fill(contract.points.kind).map(
      ({ plugin, value: { kind, icon = PLAIN, documents, looks } }): Findable => ({
        kind,
        plugin,
        icon,
        judge: (ids) => cardsOf(ctx, kind, ids),
        looks: looks && ((ids) => looks(ctx, ids)),
        documents: bound(ctx, documents),
      }),
    ),
    ...ctx.fill(contract.points.finder).map(
      ({ plugin, value }): Findable => ({
        kind: value.kind,
        plugin,
        icon: value.icon ?? PLAIN,
        judge: async (ids) => known(isFor(ctx, value) ? await value.visible(ctx, ids) : []),
        looks: value.looks && ((ids) => value.looks!(ctx, ids)),
        documents: bound(ctx, value.documents),
      }),
    ),
  ]
}
