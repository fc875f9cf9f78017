/** The line over the stage: the way back, what this is, for how long, whether it is recorded, who is here. */
import { Badge, Icon, IconButton, Link, useT } from '@atrium/sdk/web'
import { type LiveRoom, VIEW_TYPES } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { pathOf } from '../../room/places.ts'
import { Clock } from '../Clock.tsx'

export const VIEW_ICONS = { speaker_view: 'presentation', speaker_variant_view: 'panel-right', grid_view: 'layout-grid' } as const
type View = LiveRoom['view_type']
const ON_DARK = 'text-inherit! hover:bg-[oklch(0.3_0.008_70)]! hover:text-white! aria-pressed:bg-[oklch(0.3_0.008_70)]!'

interface TopBarProps {
  /** Null where there is nothing to choose. */
  view: View | null
  onView: (view: View) => void
}
export function TopBar({ view, onView }: TopBarProps) {
  const t = useT()
  const { room } = useCall()
  const { count } = room.participants_preview
  return (
    <header data-appearance="dark" className="flex items-center gap-3 px-4 text-13 text-[oklch(0.95_0_0)] [grid-area:top] max-desk:px-2 max-desk:pe-4">
      <Link
        to={pathOf(room)}
        aria-label={t('room.back')}
        data-tip={t('room.back')}
        className="grid size-8 flex-none place-items-center rounded-control hover:bg-[oklch(0.3_0.008_70)] max-desk:size-11"
      >
        <Icon name="arrow-left" />
      </Link>
      <div className="flex min-w-0 flex-1 items-center gap-3">
        <h1 className="truncate text-15">{room.name}</h1>
        <Badge tone="live">{t('settings.status.live')}</Badge>
        {room.live_at && <Clock since={room.live_at} isLong label={t('stage.time')} className="opacity-85 max-desk:hidden" />}
      </div>
      {room.is_recording && (
        <span role="status" className="flex items-center gap-1.5 text-[oklch(0.8_0.12_25)]">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
          <span className="max-desk:sr-only">{t('stage.recording')}</span>
        </span>
      )}
      {view && (
        <fieldset aria-label={t('stage.view')} className="flex max-desk:hidden">
          {VIEW_TYPES.map((one) => (
            <IconButton
              key={one}
              icon={VIEW_ICONS[one]}
              label={t(`stage.view.${one}`)}
              pressed={one === view}
              onClick={() => onView(one)}
              className={ON_DARK}
            />
          ))}
        </fieldset>
      )}
      <span className="flex items-center gap-1.5">
        <Icon name="users" size="sm" />
        <span aria-hidden="true" className="tabular-nums">
          {count}
        </span>
        <span className="sr-only">{t('prejoin.there', { count })}</span>
      </span>
    </header>
  )
}
