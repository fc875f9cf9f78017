/** Workflows. */
import type { z } from 'zod'
import workflowsPlugin, { type Workflow as Own, type WorkflowDefinition } from '../../../workflows/contract.ts'
import { type Workflow, type WholeWorkflow, workflows as routes } from '../../contract/workflows.ts'
import { serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'

const { routes: to } = workflowsPlugin
/** Those that run once over many are called otherwise there. */
const TYPES = { dynamic: 'dynamic', bulk_action: 'one_time', scheduled: 'scheduled' } as const
const toListed = (workflow: Own): z.input<typeof Workflow> => ({
  ...workflow,
  id: String(workflow.id),
  workflow_type: workflow.workflow_type === 'one_time' ? 'bulk_action' : workflow.workflow_type,
})
function toWorkflow(workflow: WorkflowDefinition): z.input<typeof WholeWorkflow> {
  const id = String(workflow.id)
  const { trigger_type } = workflow
  return {
    ...toListed(workflow),
    url: workflow.url,
    trigger: trigger_type
      ? {
          ...{ id, workflow_id: id, trigger_type, resource_id: null, resource_type: null, contact_type: 'member' },
          ...{ community_segment_id: workflow.community_segment_id, ai_filter_prompt: null, config: { ...workflow.trigger } },
        }
      : null,
    actions: workflow.actions.map((action, place) => {
      const { label: _, icon: __, is_missing: ___, branches: ____, ...params } = action
      return {
        ...{ id: String(action.id), workflow_id: id, action_type: String(params.action_type), position: place + 1 },
        ...{ list_position: action.list_position, api_params: params, community_segment_id: null },
      }
    }),
  }
}

export const workflows = serve(routes, {
  workflows: (ctx, { query: { page, per_page, workflow_type, ...query } }) =>
    pageOf(ctx, to.list, { query: { ...query, workflow_type: workflow_type && TYPES[workflow_type] } }, { page, per_page }, (records) => records.map(toListed)),
  workflow: async (ctx, { params }) => toWorkflow(await ctx.call(to.show, { params })),
  activateWorkflow: async (ctx, { params }) => toWorkflow(await ctx.call(to.activate, { params })),
  deactivateWorkflow: async (ctx, { params }) => toWorkflow(await ctx.call(to.inactivate, { params, body: {} })),
  duplicateWorkflow: async (ctx, { params }) => toWorkflow(await ctx.call(to.duplicate, { params })),
})
