/** A public stream that is on, as visitors watch it. */
import { Button, useT } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import type { Admission, LiveRoom, Participant } from '../../../contract.ts'
import { CallContext } from '../../room/call.ts'
import { useCallOf } from '../../room/useCallOf.ts'
import { useLocal } from '../../room/useLocal.ts'
import { Broadcast } from '../stage/Broadcast.tsx'
import { Notices } from '../stage/Notices.tsx'
import { Sounds } from '../stage/Sounds.tsx'
import { Stage } from '../stage/Stage.tsx'
import { TopBar } from '../stage/TopBar.tsx'
import { PublicQuestions } from './PublicQuestions.tsx'

/** Nobody tells visitors who has begun to speak. */
const LOOK_MS = 8_000
const LAID =
  "[grid-template:'top_top'_56px_'stage_side'_minmax(0,1fr)_'bar_side'_76px_/_minmax(0,1fr)_320px] max-desk:[grid-template:'top'_52px_'stage'_min(300px,38dvh)_'side'_minmax(0,1fr)_'bar'_68px_/_minmax(0,1fr)]!"

const NOBODY_SPEAKS = async () => {}

interface PublicCallProps {
  room: LiveRoom
  me: Participant
  admission: Admission
  leave: () => void
}
export function PublicCall(props: PublicCallProps) {
  const t = useT()
  const local = useLocal()
  const call = useCallOf({ ...props, local, speakUp: NOBODY_SPEAKS })
  const [pinned, setPinned] = useState<string | null>(null)
  const { room, admission, leave } = props
  const { client } = call.media
  useEffect(() => {
    const timer = setInterval(() => client?.tracksChanged(), LOOK_MS)
    return () => clearInterval(timer)
  }, [client])
  return (
    <CallContext value={call}>
      <Sounds />
      <div className={`grid h-[calc(100dvh-var(--banners-h,0px))] overflow-hidden bg-[oklch(0.15_0.006_70)] text-[oklch(0.95_0_0)] ${LAID}`}>
        <TopBar view={null} onView={() => {}} />
        <section
          aria-label={room.name}
          data-appearance="dark"
          data-stage=""
          className="relative min-h-0 pe-2 ps-4 text-[oklch(0.95_0_0)] [grid-area:stage] max-desk:px-2"
        >
          {admission.media === 'hls' && admission.playlist_url ? (
            <Broadcast playlist={admission.playlist_url} />
          ) : (
            <Stage view={room.view_type} pinned={pinned} onPin={setPinned} isShort={false} />
          )}
          <Notices />
        </section>
        <div className="flex items-center justify-center pb-[env(safe-area-inset-bottom)] [grid-area:bar] max-desk:bg-surface">
          <Button variant="danger" className="h-11! rounded-full! px-[18px]!" onClick={leave}>
            {t('stage.leave')}
          </Button>
        </div>
        <PublicQuestions room={room} />
      </div>
    </CallContext>
  )
}
