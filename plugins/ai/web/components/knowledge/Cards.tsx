/** What agents know, by kind: passages, what is read last, and what could not be read. */
import { Card, Icon, type IconRef, Time, useLocale, useT } from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import type contract from '../../../contract.ts'
import { useKindName } from '../useKindName.ts'

type Overview = RouteReply<typeof contract.routes.overview>
const ICONS = { snippet: 'quote', file: 'file-text', address: 'globe' } as const

export function Cards({ overview: { kinds, sources, read_at, waiting_count } }: { overview: Overview }) {
  const t = useT()
  const kindName = useKindName()
  const live =
    waiting_count > 0 ? (
      t('knowledge.waiting', { count: waiting_count })
    ) : read_at ? (
      <>
        {t('knowledge.read')} <Time within value={read_at} />
      </>
    ) : null
  return (
    <ul className="grid grid-cols-2 gap-4 max-desk:gap-3 desk:grid-cols-[repeat(auto-fill,minmax(220px,1fr))]">
      {kinds.map((one) => (
        <Tile key={one.kind} icon={one.icon} title={kindName(one)} count={one.passages_count}>
          {one.is_excluded ? t('knowledge.excluded') : live}
        </Tile>
      ))}
      {(['snippet', 'file', 'address'] as const).map((kind) => {
        const one = sources.find((source) => source.kind === kind)
        return (
          <Tile key={kind} icon={ICONS[kind]} title={t(`source.${kind}`)} count={one?.passages_count ?? 0}>
            {one?.problems_count ? (
              <span className="flex items-center gap-1.5 text-warning">
                <Icon name="triangle-alert" className="size-3.5" />
                {t('knowledge.problems', { count: one.problems_count })}
              </span>
            ) : (
              t('knowledge.sources', { count: one?.count ?? 0 })
            )}
          </Tile>
        )
      })}
    </ul>
  )
}

interface TileProps {
  icon: IconRef
  title: string
  count: number
  children: React.ReactNode
}
function Tile({ icon, title, count, children }: TileProps) {
  const t = useT()
  const locale = useLocale()
  return (
    <Card as="li" pad className="grid content-start gap-2">
      <p className="flex items-center gap-2 text-13 font-medium">
        <Icon name={icon} className="size-4 text-text-3" />
        <span className="truncate">{title}</span>
      </p>
      <p>
        <span className="text-24 font-semibold tabular-nums">{count.toLocaleString(locale)}</span>{' '}
        <span className="text-13 text-text-3">{t('knowledge.passages', { count })}</span>
      </p>
      <p className="text-13 text-text-3">{children}</p>
    </Card>
  )
}
