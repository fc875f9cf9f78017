/** What of an agent is edited. */
import type { Agent, SpaceUse } from '../../../contract.ts'

export interface AgentDraft
  extends Pick<
    Agent,
    | 'name'
    | 'headline'
    | 'greeting'
    | 'starters'
    | 'avatar_url'
    | 'instructions'
    | 'tone'
    | 'is_enabled'
    | 'is_default'
    | 'audience'
    | 'places'
    | 'answer_after_hours'
    | 'tools'
    | 'hand_over'
  > {
  /** The signed id of a new picture; null takes it away. */
  avatar?: string | null
  spaces: Record<string, SpaceUse>
}
export const draftOf = ({
  version: _v,
  id: _i,
  questions_count: _q,
  created_at: _c,
  updated_at: _u,
  languages: _l,
  member_id: _m,
  ...fields
}: Agent): AgentDraft => fields
const filled = (lines: readonly string[]): string[] => lines.map((one) => one.trim()).filter(Boolean)
/** As the server takes it: without the lines that are still empty. */
export const bodyOf = ({ avatar_url: _, starters, hand_over, ...fields }: Partial<AgentDraft>) => ({
  ...fields,
  ...(starters && { starters: filled(starters) }),
  ...(hand_over && { hand_over: { ...hand_over, words: filled(hand_over.words) } }),
})
