/** On the profile of somebody who is banned, for those who may lift it: until when, and the way back. */
import { Badge, Button, Time, useT } from '@atrium/sdk/web'
import type { OfMember } from '../../../members/contract.ts'
import { useLift } from '../components/useLift.tsx'

export default function BannedProfile({ memberId, name, ban: { id, until } }: OfMember & { ban: { id: number; until: string | null } }) {
  const t = useT()
  const ask = useLift({ id, until, member: { id: memberId, name } })
  return (
    <>
      <Badge tone="danger">
        {until ? (
          <>
            {t('profile.banned_until')} <Time value={until} kind="datetime" />
          </>
        ) : (
          t('profile.banned')
        )}
      </Badge>
      <Button onClick={() => void ask()}>{t('bans.lift')}</Button>
    </>
  )
}
