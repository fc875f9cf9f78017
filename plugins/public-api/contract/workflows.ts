/** Workflows (A.2.28 of the published API). */
import { get, post, put } from '@atrium/sdk'
import { asked, byId, int, listOf, maybe, maybeInt, pages, text, words, z } from './wire.ts'

const listed = {
  id: text,
  name: text,
  status: text,
  workflow_type: text,
  type_label: text,
  runs_count: int,
  community_segment_id: maybeInt,
}
const anything = z.record(text, z.unknown()).nullable()
export const Workflow = z.object(listed)
export const WholeWorkflow = z.object({
  ...listed,
  url: text,
  trigger: z
    .object({
      id: text,
      workflow_id: text,
      trigger_type: text,
      resource_id: maybe,
      resource_type: maybe,
      contact_type: text,
      community_segment_id: maybeInt,
      ai_filter_prompt: maybe,
      config: anything,
    })
    .nullable(),
  actions: z.array(
    z.object({ id: text, workflow_id: text, action_type: text, position: int, list_position: int, api_params: anything, community_segment_id: maybeInt }),
  ),
})
const at = '/api/admin/v2/workflows' as const

export const workflows = {
  workflows: get(at, {
    ...asked,
    query: z.object({
      ...pages,
      query: words(100).optional(),
      status: z.enum(['draft', 'active', 'inactive', 'archived', 'all']).default('all'),
      workflow_type: z.enum(['dynamic', 'bulk_action', 'scheduled']).optional(),
    }),
    reply: listOf(Workflow),
    summary: 'Workflows',
  }),
  workflow: get(`${at}/:id`, { ...asked, ...byId, reply: WholeWorkflow, summary: 'One workflow with its actions' }),
  activateWorkflow: put(`${at}/:id/activate`, { ...asked, ...byId, reply: WholeWorkflow, summary: 'Switch a workflow on' }),
  deactivateWorkflow: put(`${at}/:id/deactivate`, { ...asked, ...byId, reply: WholeWorkflow, summary: 'Switch a workflow off' }),
  duplicateWorkflow: post(`${at}/:id/duplicate`, { ...asked, ...byId, reply: WholeWorkflow, status: 201, summary: 'A draft of the same workflow' }),
}
