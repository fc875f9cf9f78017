/** What an agent may do for who asks: what plugins bring at the point `ai.tool` and its settings allow, in the asker's name. */
import { type Ctx, inWriteAs, unlessRefused } from '@atrium/sdk/server'
import { tool, type ToolSet } from 'ai'
import contract from '../../../contract.ts'
import type { Agent } from '../agents.ts'
import type { StoredAction } from '../messages.ts'

/**
 * Tools that change something only prepare it: the model hears that the asker is asked, and the last one prepared is kept with the answer.
 * Those that only look are run at once. Both act with the rights of this moment, and refusals are told to the model as texts.
 */
export function toolsFor(ctx: Ctx, agent: Agent): { set: ToolSet; prepared: () => StoredAction | null } {
  const memberId = ctx.me().id
  let action: StoredAction | null = null
  const allowed = ctx.fill(contract.points.tool).filter(({ value }) => agent.tools.includes(value.key))
  const set = Object.fromEntries(
    allowed.map(({ value, t }) => [
      value.key,
      tool({
        description: value.description,
        inputSchema: value.input,
        execute: (input: unknown) =>
          unlessRefused(
            inWriteAs(ctx, memberId, async (inner) => {
              if (!value.confirm) return value.run(inner, input)
              const label = value.label ? await value.label(inner, input) : t(`tool.${value.key}`)
              if (label === null) return { text: 'This cannot be done for this person.' }
              action = { tool: value.key, input, label, status: 'waiting', result: null, path: null }
              return { text: 'Prepared. The person is asked to confirm it below your answer; say so, and do not say that it is done.' }
            }),
            { text: 'This person may not do that.' },
          ),
      }),
    ]),
  )
  return { set, prepared: () => action }
}
