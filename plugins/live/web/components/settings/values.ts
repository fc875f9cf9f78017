/** What the form of a room holds. */
import type { LiveRoom, RoomInput } from '../../../contract.ts'

export type Values = RoomInput & { slug: string }
export const NOBODY = { members_ids: [], spaces_ids: [], space_groups_ids: [], member_tags_ids: [] }

const FRESH: Values = {
  ...{ name: '', slug: '', description: '', view_type: 'speaker_view', access_type: 'open', space_id: null },
  ...{ recording_enabled: true, auto_post_recording_enabled: false, mute_on_join: false, limit_url_sharing: false, hide_participants_list: false },
  ...{ has_waiting_room: false, questions_enabled: true, questions_are_checked: false, anonymous_questions: true, chat_enabled: true },
  invited_entities_ids: NOBODY,
}
export const SWITCHES = [
  'recording_enabled',
  'auto_post_recording_enabled',
  'mute_on_join',
  'has_waiting_room',
  'hide_participants_list',
  'limit_url_sharing',
  'questions_enabled',
  'questions_are_checked',
  'anonymous_questions',
  'chat_enabled',
] as const

export function valuesOf(room: LiveRoom | null): Values {
  if (!room) return FRESH
  const switches = Object.fromEntries(SWITCHES.map((key) => [key, room[key]])) as Pick<Values, (typeof SWITCHES)[number]>
  const { name, slug, description, view_type, access_type, space, invited_entities_ids } = room
  return { ...switches, name, slug, description, view_type, access_type, space_id: space?.id ?? null, invited_entities_ids: invited_entities_ids ?? NOBODY }
}
export interface PartProps {
  values: Values
  set: (changes: Partial<Values>) => void
  errors: Record<string, string | undefined>
  type: LiveRoom['room_type']
}
