/** What a phone shows: as iPhones and as Android do, in the light and in the dark. */
import { cx, Picture, Segment, useLocale, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'

interface Shown {
  title: string
  message: string
  imageUrl: string | null
}
const LOOKS = ['ios', 'android'] as const
const APPEARANCES = ['light', 'dark'] as const

export function PhonePreview({ title, message, imageUrl }: Shown) {
  const t = useT()
  const [look, setLook] = useState<(typeof LOOKS)[number]>('ios')
  const [appearance, setAppearance] = useState<(typeof APPEARANCES)[number]>('light')
  const locale = useLocale()
  const shown = { title: title || t('preview.title'), message: message || t('preview.message'), imageUrl }
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }).format(new Date(2026, 0, 1, 9, 41))
  return (
    <div className="grid justify-items-center gap-4">
      <div className="flex flex-wrap justify-center gap-2">
        <Segment label={t('preview.look')} value={look} onChange={setLook} items={LOOKS.map((value) => ({ value, label: t(`preview.${value}`) }))} />
        <Segment
          label={t('preview.appearance')}
          value={appearance}
          onChange={setAppearance}
          items={APPEARANCES.map((value) => ({ value, label: t(`preview.${value}`), icon: value === 'light' ? 'sun' : 'moon' }))}
        />
      </div>
      <figure
        aria-label={t('preview.label')}
        data-appearance={appearance}
        className="w-full max-w-[300px] rounded-[40px] border-[6px] border-strong bg-hover p-2.5 pb-24 text-text shadow-lg"
      >
        <span aria-hidden="true" className={cx('mx-auto block bg-strong', look === 'ios' ? 'h-5 w-20 rounded-full' : 'size-3 rounded-full')} />
        <p aria-hidden="true" className={cx('mt-6 mb-6 text-center tabular-nums', look === 'ios' ? 'text-32 font-semibold' : 'text-32')}>
          {clock}
        </p>
        {look === 'ios' ? <Ios {...shown} /> : <Android {...shown} />}
      </figure>
      {look === 'ios' && imageUrl && <p className="max-w-[300px] text-center text-12 text-text-2">{t('preview.no_picture')}</p>}
    </div>
  )
}

function Sign({ className }: { className: string }) {
  const { community } = useSession()
  const url = community.branding.icon_url
  return url ? (
    <img src={url} alt="" className={cx('flex-none object-cover', className)} />
  ) : (
    <span aria-hidden="true" className={cx('grid flex-none place-items-center bg-brand font-semibold text-on-brand', className)}>
      {community.name.slice(0, 1)}
    </span>
  )
}
function Ios({ title, message }: Shown) {
  const t = useT()
  return (
    <div className="flex gap-2.5 rounded-[20px] bg-surface/95 p-3 shadow-sm">
      <Sign className="size-9 rounded-[9px] text-15" />
      <div className="min-w-0 flex-1 text-13">
        <p className="flex items-baseline gap-2">
          <b className="min-w-0 flex-1 truncate font-semibold">{title}</b>
          <span className="flex-none text-11 text-text-3">{t('preview.now')}</span>
        </p>
        <p className="line-clamp-4 break-words whitespace-pre-line">{message}</p>
      </div>
    </div>
  )
}
function Android({ title, message, imageUrl }: Shown) {
  const t = useT()
  const { community } = useSession()
  return (
    <div className="grid gap-2 rounded-[24px] bg-surface p-3.5 shadow-sm">
      <p className="flex min-w-0 items-center gap-2 text-11 text-text-2">
        <Sign className="size-4 rounded-full text-[9px]" />
        <span className="truncate">{community.name}</span>
        <span aria-hidden="true">·</span>
        <span className="flex-none">{t('preview.now')}</span>
      </p>
      <div className="text-13">
        <b className="block truncate font-medium">{title}</b>
        <p className="line-clamp-6 break-words whitespace-pre-line text-text-2">{message}</p>
      </div>
      {imageUrl && (
        <div className="overflow-hidden rounded-[14px]">
          <Picture src={imageUrl} ratio={2} alt="" />
        </div>
      )}
    </div>
  )
}
