/** A workflow while it is edited. */
import { newUuid } from '@atrium/sdk/web'
import type { Action, ActionOffer, Audience, Definition, WorkflowDefinition } from '../../../contract.ts'

export interface Draft extends Omit<Definition, 'actions' | 'audiences'> {
  name: string
  audiences: Audience[]
  actions: Action[]
}
export const draftOf = ({ name, trigger, stop_when, reentry, audiences, actions }: WorkflowDefinition): Draft => ({
  name,
  trigger,
  stop_when,
  reentry,
  audiences: audiences.map(({ id, kind, community_segment_id, person, member_ids }) => ({ id, kind, community_segment_id, person, member_ids })),
  actions: actions.map(({ id, action_type, parent_id, branch, position, api_params }) => ({ id, action_type, parent_id, branch, position, api_params })),
})

export const newId = (): string => newUuid().slice(0, 13)
const NO_FIELDS = { match: 'all', rules: [] }
const LOGIC_PARAMS: Record<string, Record<string, unknown>> = {
  wait: { amount: 1, unit: 'days' },
  wait_until: { weekday: null, time: '09:00', zone: 'community' },
  wait_for: { trigger_type: '', filters: NO_FIELDS, amount: 3, unit: 'days' },
  condition: { person: null, community_segment_id: null, filters: NO_FIELDS },
  stop: { person: null, community_segment_id: null },
}
/** A new card; where it lies is said when it is put in. */
export const newCard = ({ action_type, asks }: ActionOffer): Action => ({
  id: newId(),
  action_type,
  parent_id: null,
  branch: null,
  position: 0,
  api_params: LOGIC_PARAMS[action_type] ?? Object.fromEntries(asks.filter((ask) => ask.default != null).map((ask) => [ask.name, ask.default])),
})
export const newAudience = (): Audience => ({ id: newId(), kind: 'all_members', community_segment_id: null, person: null, member_ids: [] })
