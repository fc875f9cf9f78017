/** What an incident says, in the reader's language. */
import { formatMoney } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { AtOdds, Difference, Kind } from '../../contract.ts'

export type Said = Difference | { thing: Kind; id: string } | (Omit<AtOdds, 'kind'> & { atOdds: AtOdds['kind'] })
export interface SaidRow {
  text: string
  said: Said | null
}
export function textOf(ctx: Ctx, { text, said }: SaidRow): string {
  if (!said) return ctx.say(text)
  if ('thing' in said) return ctx.t(`difference.${said.thing}`, { id: said.id })
  const money = (amount: number) => formatMoney(ctx.locale, amount, said.currency)
  if ('atOdds' in said) return ctx.t(`difference.${said.atOdds}`, { name: said.name, amount: money(said.amount) })
  return ctx.t(`difference.of.${said.what}`, { charge: said.charge, ours: money(said.ours), theirs: money(said.theirs) })
}
