/** Rooms and streams that are live now, in the sidebar and in the drawer of phones. */
import { AvatarStack, Badge, Link, useRead, useSession, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes } = contract
/** Nobody tells what opens and ends elsewhere. */
const ASK_MS = 90_000

export default function Now() {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(routes.now, undefined, { enabled: member !== null, refetchInterval: ASK_MS })
  if (!data?.records.length) return null
  return (
    <nav aria-label={t('room.now')} className="my-2.5">
      <ul className="grid gap-1.5">
        {data.records.map((room) => (
          <li key={room.id}>
            <Link
              to={`/live/${room.slug}`}
              className="flex items-center gap-2.5 rounded-lg bg-sidebar-hover px-2.5 py-[9px] text-sidebar-text shadow-[inset_0_0_0_1px_var(--frame-border)] transition-colors [--ring:var(--sidebar-hover-color)] hover:bg-active-item hover:text-active-item-text max-desk:min-h-11 max-desk:text-15"
            >
              <Badge tone="live">{t('settings.status.live')}</Badge>
              <span className="min-w-0 flex-1 truncate">{room.name}</span>
              <AvatarStack people={room.participants_preview.records} size={20} max={3} />
              <span className="sr-only">{t('prejoin.there', { count: room.participants_preview.count })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
