/** What workflows choose here by name. */
import { namedIn } from '@atrium/sdk/server'
import type { WorkflowResource } from '../../../workflows/contract.ts'

export const form: WorkflowResource = {
  key: 'form',
  choices: (ctx, ask) => namedIn(ctx, 'forms.form', ask),
}
