/** Beside the stage, on phones as a sheet below it: questions, chat and people. In the appearance of the page. */
import { Count, Tabs, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { useCall } from '../room/call.ts'
import type { ChatState } from '../room/useChat.ts'
import type { PanelKey } from '../room/usePanels.ts'
import { ChatPanel } from './chat/ChatPanel.tsx'
import { PeoplePanel } from './people/PeoplePanel.tsx'
import { QuestionsPanel } from './questions/QuestionsPanel.tsx'

const { routes } = contract

interface SidePanelProps {
  current: PanelKey
  panels: readonly PanelKey[]
  onChoose: (panel: PanelKey) => void
  chat: ChatState
}
export function SidePanel({ current, panels, onChoose, chat }: SidePanelProps) {
  const t = useT()
  const { room, people } = useCall()
  const params = { id: room.id }
  const asked = useRead(routes.questions, { params, query: { status: 'open' } }, { enabled: room.questions_enabled })
  const atDoor = useRead(routes.participants, { params, query: { status: 'waiting' } }, { enabled: room.can_moderate && room.has_waiting_room })
  const counts = asked.data?.counts ?? {}
  /** A red number asks for something, a grey one only counts. */
  const calling = {
    questions: room.can_moderate ? (counts['waiting'] ?? 0) : 0,
    chat: current === 'chat' ? 0 : chat.unread,
    people: (atDoor.data?.records.length ?? 0) + (room.can_moderate ? people.filter(({ hand_raised_at }) => hand_raised_at !== null).length : 0),
  }
  const all = { questions: counts['open'] ?? 0, chat: chat.total, people: room.participants_preview.count }
  return (
    <aside
      aria-label={t('stage.panel')}
      className="mb-3 me-3 ms-2 flex min-h-0 flex-col overflow-hidden rounded-xl bg-surface text-text [--ring:var(--surface)] [grid-area:side] max-desk:mx-0 max-desk:mb-0 max-desk:mt-2 max-desk:rounded-b-none max-desk:rounded-t-sheet"
    >
      <span aria-hidden="true" className="mx-auto mt-2 hidden h-1 w-9 flex-none rounded-full bg-strong max-desk:block" />
      <Tabs
        className="flex-none px-4 pt-1"
        label={t('stage.panel')}
        current={current}
        items={panels.map((key) => ({
          key,
          label: (
            <>
              {t(`stage.tab.${key}`)}
              {calling[key] > 0 && <Count value={calling[key]} label={t(`stage.tab.${key}.new`, { count: calling[key] })} />}
            </>
          ),
          count: calling[key] > 0 ? undefined : all[key],
          onSelect: () => onChoose(key),
        }))}
      />
      <div role="tabpanel" aria-label={t(`stage.tab.${current}`)} className="flex min-h-0 flex-1 flex-col">
        {current === 'questions' && <QuestionsPanel />}
        {current === 'chat' && <ChatPanel chat={chat} />}
        {current === 'people' && <PeoplePanel />}
      </div>
    </aside>
  )
}
