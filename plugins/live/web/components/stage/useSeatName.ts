/** What stands under a picture: the name, and as what somebody is here. */
import { useT } from '@atrium/sdk/web'
import type { Seat } from '../../room/seats.ts'

export function useSeatName(): (seat: Seat) => string {
  const t = useT()
  return ({ person, source, isMe }) => {
    const name = isMe ? t('stage.you') : (person?.name ?? t('stage.someone'))
    if (source === 'screen') return isMe ? t('stage.your_screen') : t('stage.screen_of', { name })
    return !person || person.role === 'participant' ? name : t('stage.named', { name, role: t(`people.role.${person.role}.within`) })
  }
}
