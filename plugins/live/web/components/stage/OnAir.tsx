/** A room that is live: who is seen, what is said beside it, and the controls. Dark in both appearances; the panel is not. */
import { cx, useNarrow, useReconnect } from '@atrium/sdk/web'
import { useState } from 'react'
import { useCall } from '../../room/call.ts'
import { useChat } from '../../room/useChat.ts'
import { type PanelKey, usePanels } from '../../room/usePanels.ts'
import { EndDialog } from '../end/EndDialog.tsx'
import { SidePanel } from '../SidePanel.tsx'
import { Broadcast } from './Broadcast.tsx'
import { Controls } from './Controls.tsx'
import { Notices } from './Notices.tsx'
import { Reactions } from './Reactions.tsx'
import { Stage } from './Stage.tsx'
import { TopBar } from './TopBar.tsx'
import { useCallKeys } from './useCallKeys.ts'

const OPEN =
  "[grid-template:'top_top'_56px_'stage_side'_minmax(0,1fr)_'bar_side'_76px_/_minmax(0,1fr)_300px] min-[1081px]:[grid-template:'top_top'_56px_'stage_side'_minmax(0,1fr)_'bar_side'_76px_/_minmax(0,1fr)_340px] max-desk:[grid-template:'top'_52px_'stage'_min(300px,38dvh)_'side'_minmax(0,1fr)_'bar'_76px_/_minmax(0,1fr)]!"
const SHUT =
  "[grid-template:'top'_56px_'stage'_minmax(0,1fr)_'bar'_76px_/_minmax(0,1fr)] max-desk:[grid-template:'top'_52px_'stage'_minmax(0,1fr)_'bar'_80px_/_minmax(0,1fr)]"

export function OnAir() {
  const { room, admission, media } = useCall()
  const narrow = useNarrow()
  const panels = usePanels(room)
  const [open, setOpen] = useState<PanelKey | null>(narrow ? null : (panels[0] ?? null))
  const [view, setView] = useState(room.view_type)
  const [pinned, setPinned] = useState<string | null>(null)
  const [ending, setEnding] = useState(false)
  const chat = useChat(panels.includes('chat') ? room.chat_room_uuid : null, open === 'chat')
  const shown = open && panels.includes(open) ? open : null
  const toggle = () => setOpen(shown ? null : (panels[0] ?? null))
  useCallKeys({ close: () => setOpen(null) })
  useReconnect(() => media.client?.tracksChanged())
  return (
    <div
      className={cx(
        'grid h-[calc(100dvh-var(--banners-h,0px))] overflow-hidden bg-[oklch(0.15_0.006_70)] text-[oklch(0.95_0_0)] [--ring:oklch(0.15_0.006_70)]',
        shown ? OPEN : SHUT,
      )}
    >
      <TopBar view={admission.media === 'hls' ? null : view} onView={setView} />
      <section
        aria-label={room.name}
        data-appearance="dark"
        data-stage=""
        className={cx('relative min-h-0 ps-4 text-[oklch(0.95_0_0)] [grid-area:stage] max-desk:px-2', shown ? 'pe-2' : 'pe-4')}
      >
        {admission.media === 'hls' && admission.playlist_url ? (
          <Broadcast playlist={admission.playlist_url} />
        ) : (
          <Stage view={view} pinned={pinned} onPin={setPinned} isShort={narrow && shown !== null} />
        )}
        <Notices />
        <Reactions />
      </section>
      <Controls
        panel={shown}
        panels={panels}
        unread={chat.unread}
        onPanel={toggle}
        view={view}
        onView={setView}
        onEnd={() => setEnding(true)}
        isSheet={narrow && shown !== null}
      />
      {shown && <SidePanel current={shown} panels={panels} onChoose={setOpen} chat={chat} />}
      {ending && <EndDialog onClose={() => setEnding(false)} messages={chat.total} />}
    </div>
  )
}
