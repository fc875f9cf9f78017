/** After the end: thanks with one question, recordings, and what was answered. */
import { Button, Card, LinkButton, Time, useAskedWrite, useT } from '@atrium/sdk/web'
import contract, { type LiveRoom } from '../../../contract.ts'
import { pathOf } from '../../room/places.ts'
import { Header } from '../Header.tsx'
import { Answered } from './Answered.tsx'
import { Feedback } from './Feedback.tsx'
import { Recordings } from './Recordings.tsx'

interface AfterProps {
  room: LiveRoom
  /** Until just now. */
  wasThere: boolean
}
export function After({ room, wasThere }: AfterProps) {
  const t = useT()
  return (
    <div className="min-h-dvh">
      <Header room={room} />
      <div className="mx-auto grid max-w-[768px] gap-5 px-3 pb-16 pt-8 desk:px-6">
        <div>
          <h1 className="text-24">{t(wasThere ? 'after.thanks' : 'after.ended', { name: room.name })}</h1>
          <p className="mt-1 text-text-2">
            {wasThere ? t('after.ended', { name: room.name }) : room.description}
            {room.closed_at && (
              <>
                {' '}
                <Time value={room.closed_at} kind="datetime" className="text-text-3" />
              </>
            )}
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <LinkButton to={pathOf(room)} variant={room.can_host ? 'default' : 'primary'}>
              {t('room.leave_page')}
            </LinkButton>
            {room.can_host && <Again room={room} />}
          </div>
        </div>
        {wasThere && !room.can_host && (
          <Card pad>
            <Feedback roomId={room.id} />
          </Card>
        )}
        {room.can_host && <Recordings room={room} />}
        {room.questions_enabled && <Answered roomId={room.id} />}
      </div>
    </div>
  )
}

/** Opens it once more, for everybody it is for. */
function Again({ room }: { room: LiveRoom }) {
  const t = useT()
  const { routes } = contract
  const open = useAskedWrite(routes.goLive, [routes.bySlug, routes.now])
  const ask = () =>
    void open(
      { params: { id: room.id } },
      { title: t('after.again.title', { name: room.name }), text: t('after.again.text'), action: t('stage.go_live'), tone: 'primary' },
      t('after.again.done'),
    )
  return (
    <Button icon="radio" onClick={ask}>
      {t('after.again')}
    </Button>
  )
}
