/** `/live/:roomSlug/not_supported`: what a browser lacks for live rooms, and what helps. */
import { Card, Icon, LinkButton, Screen, useParams, useT } from '@atrium/sdk/web'

const NEEDS = [
  ['call', typeof RTCPeerConnection !== 'undefined'],
  ['secure', typeof isSecureContext === 'undefined' || isSecureContext],
  ['devices', typeof navigator !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function'],
] as const

const HAS_ALL = NEEDS.every(([, isThere]) => isThere)

export default function NotSupported() {
  const t = useT()
  const { roomSlug = '' } = useParams<{ roomSlug: string }>()
  const title = t(HAS_ALL ? 'public.supported' : 'public.unsupported')
  return (
    <Screen name="live/NotSupported" title={title} layout="column">
      <div className="mx-auto grid max-w-[560px] gap-5 pt-6">
        <div>
          <h1 className="text-24">{title}</h1>
          <p className="mt-1 text-text-2">{t(HAS_ALL ? 'public.supported.text' : 'public.unsupported.text')}</p>
        </div>
        <Card as="ul" className="divide-y divide-border">
          {NEEDS.map(([need, isThere]) => (
            <li key={need} className="flex items-start gap-3 px-4 py-3.5">
              <Icon
                name={isThere ? 'circle-check' : 'circle-x'}
                label={t(isThere ? 'public.need.there' : 'public.need.missing')}
                className={isThere ? 'text-success' : 'text-danger'}
              />
              <span className="min-w-0">
                <span className="block font-medium">{t(`public.need.${need}`)}</span>
                {!isThere && <span className="block text-13 text-text-2">{t(`public.need.${need}.help`)}</span>}
              </span>
            </li>
          ))}
        </Card>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={`/live/${roomSlug}`} variant="primary" icon={HAS_ALL ? 'door-open' : 'rotate-cw'}>
            {t(HAS_ALL ? 'settings.open' : 'prejoin.again')}
          </LinkButton>
          <LinkButton to="/">{t('room.leave_page')}</LinkButton>
        </div>
      </div>
    </Screen>
  )
}
