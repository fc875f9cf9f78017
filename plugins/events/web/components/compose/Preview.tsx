/** The event as others will see it, while it is written. */
import { Card, Icon, Picture, useLocale, useT } from '@atrium/sdk/web'
import type { Schedule } from '../../../contract.ts'
import { DateTile } from '../DateTile.tsx'
import { spanOf } from '../time.ts'
import { PLACE_ICONS } from '../words.ts'
import type { Values } from './values.ts'

export function Preview({ values, schedule }: { values: Values; schedule: Schedule | null }) {
  const t = useT()
  const locale = useLocale()
  const first = schedule?.dates.find(({ is_left_out }) => !is_left_out)
  return (
    <section aria-label={t('preview.title')}>
      <h2 className="mb-2.5 text-13 font-semibold">{t('preview.title')}</h2>
      <Card className="overflow-hidden">
        {values.cover.url && <Picture src={values.cover.url} ratio={2.4} alt="" />}
        <div className="grid gap-3 p-4">
          <div className="flex gap-3">
            {first && <DateTile moment={first.starts_at} />}
            <div className="min-w-0 flex-1">
              <p className="text-15 font-semibold wrap-anywhere">{values.name || t('preview.unnamed')}</p>
              {first && <p className="text-13 text-text-2">{spanOf(first.starts_at, first.ends_at, locale, t('time.to'))}</p>}
              {values.repeats && schedule && (
                <p className="flex items-start gap-1.5 text-13 text-text-3">
                  <Icon name="refresh-cw" size="sm" className="mt-0.5" />
                  {schedule.text}
                </p>
              )}
            </div>
          </div>
          <p className="flex items-center gap-1.5 text-13 text-text-2">
            <Icon name={PLACE_ICONS[values.place]} size="sm" />
            <span className="truncate">{(values.place === 'in_person' && values.address) || t(`place.${values.place}`)}</span>
          </p>
          {values.takesAnswers && (
            <p className="border-t border-border pt-3 text-13 text-text-3">
              {values.limited ? t('preview.up_to', { count: values.limit }) : t('preview.open')}
            </p>
          )}
        </div>
      </Card>
    </section>
  )
}
