/** The wiring. */
import { z } from '@atrium/sdk'
import { contribute, defineServer } from '@atrium/sdk/server'
import workflows from '../../../contract.ts'
import contract from '../contract.ts'

export default defineServer(contract, {
  contributes: [
    contribute(workflows.points.action, {
      key: 'stamp',
      icon: 'award',
      group: 'people',
      permission: null,
      effect: 'inside',
      input: z.object({ text: z.string().min(1, 'Write something.') }),
      asks: [{ name: 'text', kind: 'text' }],
      async run(ctx, people) {
        for (const { memberId, input } of people) ctx.emit(contract.events['kiln.stamped'], { memberId, text: input.text })
        return people.map(({ memberId, input }) => ({ memberId, is: 'done' as const, output: { stamped: ctx.t('stamped', { text: input.text }) } }))
      },
    }),
  ],
})
