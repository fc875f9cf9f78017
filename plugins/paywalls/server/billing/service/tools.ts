/** What agents do here for who asks: they read what this person has bought. Whatever is about money, people do. */
import { z } from '@atrium/sdk'
import type { AgentTool } from '../../../../ai/contract.ts'
import { openOf } from '../../reads.ts'

const day = (at: Date | null): string | null => at?.toISOString().slice(0, 10) ?? null

export const ownPlans: AgentTool = {
  key: 'own_plans',
  icon: 'credit-card',
  description:
    'Lists what this person has bought and still holds: plans, subscriptions, one-time purchases, with the day of the next payment or of the end. It changes nothing.',
  input: z.object({}),
  confirm: false,
  async run(ctx) {
    const lines = (await ctx.read(openOf, [ctx.me().id])).map(({ name, kind, status, period_end, ends_at }) => {
      const [ends, renews] = [day(ends_at), kind === 'onetime' ? null : day(period_end)]
      return [name, kind, status, ...(ends ? [`ends on ${ends}`] : renews ? [`next payment on ${renews}`] : [])].join(' · ')
    })
    return { text: lines.join('\n') || 'this person has bought nothing here', path: '/account/billing' }
  },
}
