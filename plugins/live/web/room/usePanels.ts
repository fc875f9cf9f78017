/** What stands beside the stage, by what the room has. */
import { useSession } from '@atrium/sdk/web'
import { useMemo } from 'react'
import type { LiveRoom } from '../../contract.ts'

export type PanelKey = 'questions' | 'chat' | 'people'
export function usePanels(room: LiveRoom): readonly PanelKey[] {
  const { has, member } = useSession()
  const hasChat = room.chat_enabled && room.chat_room_uuid !== null && has('chat') && member !== null
  return useMemo(
    () => [...(room.questions_enabled ? (['questions'] as const) : []), ...(hasChat ? (['chat'] as const) : []), 'people'],
    [room.questions_enabled, hasChat],
  )
}
