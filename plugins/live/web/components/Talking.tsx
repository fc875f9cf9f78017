/** In the call: backstage until it goes live, then on air. */
import type { Admission, LiveRoom, Participant } from '../../contract.ts'
import { CallContext } from '../room/call.ts'
import type { Local } from '../room/useLocal.ts'
import { useCallOf } from '../room/useCallOf.ts'
import { Backstage } from './stage/Backstage.tsx'
import { OnAir } from './stage/OnAir.tsx'
import { Sounds } from './stage/Sounds.tsx'

interface TalkingProps {
  room: LiveRoom
  me: Participant
  admission: Admission
  local: Local
  leave: () => void
  speakUp: () => Promise<void>
}
export function Talking(props: TalkingProps) {
  const call = useCallOf(props)
  return (
    <CallContext value={call}>
      <Sounds />
      {props.room.status === 'backstage' ? <Backstage /> : <OnAir />}
    </CallContext>
  )
}
